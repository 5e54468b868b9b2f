import CaptchaRetry
import CaptchaRetryTesting
import Foundation
import Testing

@Suite("Rule 10: an upstream that never has enough comes to an end")
struct HostileUpstreamTests {
    private static func perform(
        _ upstream: ScriptedUpstream, _ solver: StubSolver, _ policy: CaptchaRetryPolicy = .init(),
        _ schemes: [any CaptchaScheme] = [TestScheme()]
    ) async -> CaptchaHandlingError? {
        let retry = CaptchaRetry(schemes: schemes, solver: solver, policy: policy)
        return await captchaError { try await retry.perform(PlainRequest.get, send: upstream.send) }
    }

    @Test(
        "One that challenges everything, of each kind of token",
        arguments: [TokenScope.singleUse, .shared(lifetime: nil)])
    func challengesEverything(tokenScope: TokenScope) async {
        let upstream = ScriptedUpstream { _ in .captcha(1) }
        let solver = StubSolver(token: "t")
        let error = await Self.perform(upstream, solver, .init(), [TestScheme(tokenScope: tokenScope)])
        #expect(error?.code == .stillChallenged && upstream.requests.count == 4 && solver.asked.count == 3)
    }

    @Test("One that challenges the replay only, in another way each time")
    func challengesTheReplayOnly() async throws {
        let upstream = ScriptedUpstream { $0.token == nil ? .captcha(1) : .captcha("again \($0.token ?? "")") }
        let solver = StubSolver((1...9).map { .token("\($0)") })
        let error = await Self.perform(upstream, solver)
        #expect(error?.code == .stillChallenged && upstream.requests.count == 4)
        #expect(error?.challenge?["id"] == "again 3")
        #expect(solver.told.map(\.outcome) == [.refused, .refused, .refused])
    }

    @Test("One that accepts every second token lets everybody through at their second try")
    func acceptsEverySecondToken() async throws {
        let tokens = LockedValue(0)
        let upstream = ScriptedUpstream { request in
            guard request.token != nil else { return .captcha(1) }
            let count = tokens.withLock { count in
                count += 1
                return count
            }
            return count.isMultiple(of: 2) ? .ok : .captcha(2)
        }
        let made = LockedValue(0)
        let solver = StubSolver { _ in
            let number = made.withLock { made in
                made += 1
                return made
            }
            return try CaptchaToken("\(number)")
        }
        let retry = CaptchaRetry(schemes: [TestScheme()], solver: solver)
        try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<8 { group.addTask { try await retry.perform(PlainRequest.get, send: upstream.send).status } }
            for try await status in group { #expect(status == 200) }
        }
        let used = upstream.requests.compactMap(\.token)
        #expect(used.count == 16 && Set(used).count == 16)
    }

    @Test("More prompts than the limit end as still challenged, with the last response; the next window prompts again")
    func promptLimit() async {
        let clock = ManualClock()
        var policy = CaptchaRetryPolicy()
        policy.clock = clock
        policy.promptLimit = 2
        policy.promptWindow = .seconds(60)
        let upstream = ScriptedUpstream { .captcha($0.token ?? "first") }
        let solver = StubSolver((1...9).map { .token("\($0)") })
        let retry = CaptchaRetry(schemes: [TestScheme()], solver: solver, policy: policy)
        func error() async -> CaptchaHandlingError? {
            await captchaError { try await retry.perform(PlainRequest.get, send: upstream.send) }
        }
        let limited = await error()
        #expect(limited?.code == .stillChallenged && limited?.lastResponse?.text == #"{"captcha": "2"}"#)
        #expect(await error()?.lastResponse?.text == #"{"captcha": "first"}"#)
        #expect(solver.asked.count == 2)
        clock.advance(by: .seconds(60))
        _ = await error()
        #expect(solver.asked.count == 4)
    }

    @Test("Rule 16: within the cooldown later requests fail like the dismissed one, with their own response")
    func cooldown() async {
        let clock = ManualClock()
        var policy = CaptchaRetryPolicy()
        policy.clock = clock
        policy.dismissalCooldown = .seconds(10)
        let upstream = ScriptedUpstream { .captcha($0.query["page"] ?? "") }
        let solver = StubSolver([.failure(.init(.dismissed)), .failure(.init(.dismissed))])
        let retry = CaptchaRetry(schemes: [TestScheme()], solver: solver, policy: policy)
        func error(_ page: Int) async -> CaptchaHandlingError? {
            let request = PlainRequest(url: URL(string: "https://api.example/?page=\(page)"))
            return await captchaError { try await retry.perform(request, send: upstream.send) }
        }
        #expect(await error(1)?.code == .dismissed)
        let second = await error(2)
        #expect(second?.code == .dismissed && second?.lastResponse?.text == #"{"captcha": "2"}"#)
        #expect(solver.asked.count == 1)
        clock.advance(by: .seconds(10))
        _ = await error(3)
        #expect(solver.asked.count == 2)
    }

    @Test("Rule 14: a scope that was forgotten still knows that a request is older than its last accepted solve")
    func lateAfterForgetting() async throws {
        let clock = ManualClock()
        var policy = CaptchaRetryPolicy()
        policy.clock = clock
        let (gate, isLifted) = (Gate(), LockedValue(false))
        let upstream = ScriptedUpstream { request in
            let wasLifted = isLifted.value
            if request.token != nil { isLifted.withLock { $0 = true } }
            if request.path == "/slow", !wasLifted { await gate.wait() }
            return wasLifted || request.token != nil ? .ok : .captcha(1)
        }
        let solver = StubSolver(token: "t")
        let retry = CaptchaRetry(schemes: [TestScheme()], solver: solver, policy: policy)
        let slow = Task {
            try await retry.perform(PlainRequest(url: URL(string: "https://api.example/slow")), send: upstream.send)
        }
        await upstream.waitForRequests()
        _ = try await retry.perform(PlainRequest.get, send: upstream.send)
        await retry.forgetEverything(clock)
        gate.open()
        #expect(try await slow.value.status == 200)
        #expect(solver.asked.count == 1)
    }
}
