import CaptchaRetryTesting
import Foundation
import Testing

@testable import CaptchaRetry

@Suite("Rules 15, 21: a cancelled caller leaves at once, and disturbs no one")
struct CancellationTests {
    private static func retry(
        _ solver: StubSolver, _ tokenScope: TokenScope = .singleUse, log: EventLog = EventLog()
    ) -> CaptchaRetry {
        CaptchaRetry(schemes: [TestScheme(tokenScope: tokenScope)], solver: solver, onEvent: log.add)
    }

    private static func upstream() -> ScriptedUpstream {
        ScriptedUpstream { $0.token == nil ? .captcha(1) : .ok }
    }

    private static func someoneWaits(_ events: [CaptchaEvent]) -> Bool { events.contains { $0.kind == .waiting } }

    private static func start(
        _ retry: CaptchaRetry, _ upstream: ScriptedUpstream
    ) -> Task<PlainResponse, any Error> {
        Task { try await retry.perform(PlainRequest.get, send: upstream.send) }
    }

    @Test("Cancelled before sending: nothing is sent")
    func beforeSending() async {
        let upstream = Self.upstream()
        let retry = Self.retry(StubSolver(token: "t"))
        let gate = Gate()
        let task = Task {
            _ = await gate.wait()
            return try await retry.perform(PlainRequest.get, send: upstream.send)
        }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(upstream.requests.isEmpty)
    }

    @Test("Cancelled while sending: the client's own behaviour, and nobody is asked")
    func whileSending() async {
        let gate = Gate()
        let upstream = ScriptedUpstream { _ in
            await gate.wait()
            return .captcha(1)
        }
        let solver = StubSolver(token: "t")
        let task = Self.start(Self.retry(solver), upstream)
        await upstream.waitForRequests()
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(solver.asked.isEmpty)
    }

    @Test("Cancelled while waiting: the prompt stays, and the others get theirs")
    func whileWaiting() async throws {
        let gate = Gate()
        let solver = StubSolver { _ in
            await gate.wait()
            return try CaptchaToken("t")
        }
        let upstream = Self.upstream()
        let log = EventLog()
        let retry = Self.retry(solver, log: log)
        let first = Self.start(retry, upstream)
        await solver.waitUntilAsked()
        let second = Self.start(retry, upstream)
        await log.wait(until: Self.someoneWaits)
        second.cancel()
        await #expect(throws: CancellationError.self) { try await second.value }
        #expect(solver.activeSolves == 1)
        gate.open()
        #expect(try await first.value.status == 200)
        #expect(solver.asked.count == 1)
    }

    @Test("Cancelled while prompting: the solver is cancelled, and the next one prompts")
    func whilePrompting() async throws {
        let gate = Gate()
        let solver = StubSolver { challenge in
            guard await gate.wait() else { throw CaptchaHandlingError(.cancelled) }
            return try CaptchaToken("t")
        }
        let upstream = Self.upstream()
        let log = EventLog()
        let retry = Self.retry(solver, log: log)
        let first = Self.start(retry, upstream)
        await solver.waitUntilAsked()
        let second = Self.start(retry, upstream)
        await log.wait(until: Self.someoneWaits)
        first.cancel()
        await #expect(throws: CancellationError.self) { try await first.value }
        await solver.waitUntilAsked(2)
        #expect(solver.maximumConcurrentSolves == 1)
        gate.open()
        #expect(try await second.value.status == 200)
        #expect(log.events.filter { $0.request == 1 }.map(\.kind) == [.challenged, .asked, .cancelled])
    }

    @Test("Cancelled while the solver ignores it: the caller leaves all the same, and the next one waits for its end")
    func deafSolver() async throws {
        let gate = Gate()
        let isFirst = LockedValue(true)
        let solver = StubSolver { _ in
            let waits = isFirst.withLock { isFirst in
                defer { isFirst = false }
                return isFirst
            }
            if waits { _ = await Task { await gate.wait() }.value }
            return try CaptchaToken("t")
        }
        let upstream = Self.upstream()
        let log = EventLog()
        let retry = Self.retry(solver, log: log)
        let first = Self.start(retry, upstream)
        await solver.waitUntilAsked()
        first.cancel()
        await #expect(throws: CancellationError.self) { try await first.value }
        #expect(solver.activeSolves == 1)
        let second = Self.start(retry, upstream)
        await log.wait(until: Self.someoneWaits)
        #expect(solver.asked.count == 1)
        gate.open()
        #expect(try await second.value.status == 200)
        #expect(solver.maximumConcurrentSolves == 1)
    }

    @Test("Cancelled while replaying: the token is spent, the solver is told so, and the next one prompts")
    func whileReplaying() async throws {
        let gate = Gate()
        let upstream = ScriptedUpstream { request in
            if request.token == "1" { await gate.wait() }
            return request.token == nil ? .captcha(1) : .ok
        }
        let solver = StubSolver([.token("1"), .token("2")])
        let log = EventLog()
        let retry = Self.retry(solver, log: log)
        let first = Self.start(retry, upstream)
        await upstream.waitForRequests(2)
        let second = Self.start(retry, upstream)
        await log.wait(until: Self.someoneWaits)
        first.cancel()
        await #expect(throws: CancellationError.self) { try await first.value }
        #expect(try await second.value.status == 200)
        #expect(upstream.requests.compactMap(\.token) == ["1", "2"])
        await solver.waitUntilTold(2)
        #expect(Set(solver.told.map(\.outcome)) == [.undetermined, .accepted])
        #expect(log.events.filter { $0.request == 1 }.last?.kind == .cancelled)
    }

    @Test("A caller that is cancelled while the solver hears of its token does not wait for that")
    func whileTelling() async {
        struct SlowListener: CaptchaSolver {
            let gate: Gate
            let isTold: Gate
            func solve(_ challenge: CaptchaChallenge) async throws(CaptchaHandlingError) -> CaptchaToken {
                try CaptchaToken("t")
            }
            func didReplay(_ challenge: CaptchaChallenge, outcome: ReplayOutcome) async {
                isTold.open()
                _ = await Task { await gate.wait() }.value
            }
        }
        let solver = SlowListener(gate: Gate(), isTold: Gate())
        let upstream = Self.upstream()
        let retry = CaptchaRetry(schemes: [TestScheme()], solver: solver)
        let task = Self.start(retry, upstream)
        await solver.isTold.wait()
        task.cancel()
        // The upstream has done its work, so this is a result.
        #expect(await (try? task.value.status) == 200)
        solver.gate.open()
    }

    @Test("Shared tokens: the first leaves and the solve goes on; the last leaves and it is cancelled")
    func lastLeaves() async {
        let solver = StubSolver { _ in
            guard await Gate().wait() else { throw CaptchaHandlingError(.cancelled) }
            return try CaptchaToken("t")
        }
        let upstream = Self.upstream()
        let log = EventLog()
        let retry = Self.retry(solver, .shared(lifetime: nil), log: log)
        let first = Self.start(retry, upstream)
        await solver.waitUntilAsked()
        let second = Self.start(retry, upstream)
        await log.wait(until: Self.someoneWaits)
        first.cancel()
        await #expect(throws: CancellationError.self) { try await first.value }
        #expect(solver.activeSolves == 1)
        second.cancel()
        await #expect(throws: CancellationError.self) { try await second.value }
        await retry.waitUntilQuiet()
        #expect(solver.activeSolves == 0 && solver.asked.count == 1)
    }

    @Test("The solver finishes at the same instant: a result or a cancellation, never neither and never both")
    func sameInstant() async {
        let solver = StubSolver(token: "t")
        let upstream = Self.upstream()
        var policy = CaptchaRetryPolicy()
        policy.promptLimit = .max
        let retry = CaptchaRetry(schemes: [TestScheme()], solver: solver, policy: policy)
        var (passed, cancelled) = (0, 0)
        for _ in 0..<2_000 {
            let task = Self.start(retry, upstream)
            async let cancelling: Void = Task.detached { task.cancel() }.value
            switch await task.result {
            case .success: passed += 1
            case .failure(let error): cancelled += error is CancellationError ? 1 : 0
            }
            await cancelling
        }
        #expect(passed + cancelled == 2_000)
        await retry.waitUntilQuiet()
        #expect(solver.maximumConcurrentSolves <= 1)
    }
}
