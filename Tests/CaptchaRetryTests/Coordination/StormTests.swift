import CaptchaRetryTesting
import Foundation
import Testing

@testable import CaptchaRetry

@Suite("Many requests at once", .serialized)
struct StormTests {
    /// `CAPTCHA_STORM` sets it, for a sanitizer.
    static let size = ProcessInfo.processInfo.environment["CAPTCHA_STORM"].flatMap(Int.init) ?? 10_000

    /// Sends `size` requests, all of which are challenged before the first is answered.
    private func storm(
        _ tokenScope: TokenScope, answer: @escaping @Sendable (UpstreamRequest) -> UpstreamAnswer
    ) async throws -> (prompts: Int, sends: Int) {
        let (gate, arrived, sends) = (Gate(), LockedValue(0), LockedValue(0))
        let solver = StubSolver { _ in
            // Everybody is there, and waits.
            await gate.wait()
            return try CaptchaToken("t")
        }
        var policy = CaptchaRetryPolicy()
        policy.clock = ManualClock()
        let waiting = LockedValue(0)
        let retry = CaptchaRetry(schemes: [TestScheme(tokenScope: tokenScope)], solver: solver, policy: policy) {
            event in
            guard event.kind == .waiting else { return }
            if waiting.withLock({ count in
                count += 1
                return count == Self.size - 1
            }) {
                gate.open()
            }
        }
        let before = residentBytes()
        let passed = try await withThrowingTaskGroup(of: Bool.self) { group in
            for _ in 0..<Self.size {
                group.addTask {
                    try await retry.perform(PlainRequest.get) { request in
                        sends.withLock { $0 += 1 }
                        arrived.withLock { $0 += 1 }
                        let answer = ScriptedUpstream(answers: [answer(UpstreamRequest(request))])
                        return try await answer.send(request)
                    }.status == 200
                }
            }
            await gate.wait()
            if let before, let now = residentBytes() {
                print("storm, \(tokenScope): \((now - before) / Self.size) bytes for each waiting request")
            }
            return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(passed == Self.size)
        #expect(solver.maximumConcurrentSolves == 1)
        return (solver.asked.count, sends.value)
    }

    @Test("Rule 12, shared: one prompt, and two sends for each request")
    func shared() async throws {
        let result = try await storm(.shared(lifetime: nil)) { $0.token == "t" ? .ok : .captcha(1) }
        #expect(result.prompts == 1)
        #expect(result.sends == 2 * Self.size)
    }

    @Test("Rule 13, single use with the check lifted after the first: one prompt, and at most three sends for each")
    func singleUse() async throws {
        let isLifted = LockedValue(false)
        let result = try await storm(.singleUse) { request in
            isLifted.withLock { isLifted in
                if request.token == "t" { isLifted = true }
                return isLifted ? .ok : .captcha(1)
            }
        }
        #expect(result.prompts == 1)
        #expect(result.sends == 2 * Self.size)
    }

    @Test("100,000 requests over 10,000 origins leave nothing behind")
    func memory() async throws {
        let clock = ManualClock()
        var policy = CaptchaRetryPolicy()
        policy.clock = clock
        let solver = StubSolver(token: "t")
        let scheme = TestScheme(tokenScope: .shared(lifetime: .seconds(60)))
        let retry = CaptchaRetry(schemes: [scheme], solver: solver, policy: policy)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for lane in 0..<4 {
                group.addTask {
                    for number in stride(from: lane, to: Self.size * 10, by: 4) {
                        let request = PlainRequest(url: URL(string: "https://host\(number % Self.size).example/"))
                        _ = try await retry.perform(request) { request in
                            let isAnswered = request.value(forHTTPHeaderField: "X-captcha-token") == "t"
                            return PlainResponse(body: Data((isAnswered ? "{}" : #"{"captcha": "1"}"#).utf8))
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(retry.coordinator.state.withLock { $0.scopes.count } == Self.size)
        clock.advance(by: .seconds(120))
        while retry.coordinator.state.withLock({ !$0.scopes.isEmpty }) {
            await Task.yield()
            clock.advance(by: .seconds(60))
        }
        let state = retry.coordinator.state.withLock { $0 }
        #expect(
            state.running.parked.isEmpty && state.running.solves.isEmpty && state.heldOrigins.isEmpty
                && state.wakeUp == nil
        )
        #expect(solver.asked.count == Self.size)
    }
}

/// The memory that the process has resident, where the system tells.
private func residentBytes() -> Int? {
    guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8) else { return nil }
    return text.split(separator: " ").dropFirst().first.flatMap { Int($0) }.map { $0 * 4096 }
}
