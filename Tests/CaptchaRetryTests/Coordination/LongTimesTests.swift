import CaptchaRetryTesting
import Testing

@testable import CaptchaRetry

@Suite("Times of a policy that are longer than anybody lives")
struct LongTimesTests {
    private static let longest = Duration(secondsComponent: .max, attosecondsComponent: 0)
    private let upstream = ScriptedUpstream { $0.token == nil ? .captcha(1) : .ok }

    @Test("They do no harm with the system's clocks", arguments: [true, false])
    func systemClocks(isContinuous: Bool) async throws {
        var policy = CaptchaRetryPolicy()
        (policy.solveTimeout, policy.promptWindow, policy.dismissalCooldown) = (
            Self.longest, Self.longest, Self.longest
        )
        if !isContinuous { policy.clock = SuspendingClock() }
        let scheme = TestScheme(tokenScope: .shared(lifetime: Self.longest))
        // The task that sleeps may be cancelled before it begins.
        for _ in 1...100 {
            let solver = StubSolver { _ in
                for _ in 1...10 { await Task.yield() }
                return try CaptchaToken("t")
            }
            let retry = CaptchaRetry(schemes: [scheme], solver: solver, policy: policy)
            #expect(try await retry.perform(PlainRequest.get, send: upstream.send).status == 200)
        }
    }

    @Test("Rule 18: two years are waited for, in more than one sleep")
    func twoYears() async throws {
        let (clock, gate) = (ManualClock(), Gate())
        var policy = CaptchaRetryPolicy()
        (policy.clock, policy.solveTimeout) = (clock, .seconds(2 * 365 * 86_400))
        let solver = StubSolver { _ in
            await gate.wait()
            throw CaptchaHandlingError(.cancelled)
        }
        let retry = CaptchaRetry(schemes: [TestScheme()], solver: solver, policy: policy)
        let call = Task { await captchaError { try await retry.perform(PlainRequest.get, send: upstream.send) }?.code }
        await gate.waitForWaiters()
        await clock.waitForSleepers()
        // The window of prompts ends first, and nothing else does.
        while clock.now.offset < policy.solveTimeout {
            #expect(gate.waiterCount == 1)
            await clock.waitForSleepers()
            clock.advance(by: .seconds(365 * 43_200))
        }
        #expect(await call.value == .timedOut)
    }
}
