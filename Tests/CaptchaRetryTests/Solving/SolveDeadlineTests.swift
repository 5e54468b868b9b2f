import CaptchaRetryTesting
import Testing

@testable import CaptchaRetry

@Suite("What a solver knows of the time it has")
struct SolveDeadlineTests {
    private let clock = ManualClock()
    private let seen = LockedValue<[Duration?]>([])

    /// Looks at the time that is left, before and after three seconds.
    private var solver: StubSolver {
        StubSolver { [clock, seen] _ in
            for step in [Duration.seconds(3), .zero] {
                seen.withLock { $0.append(SolveDeadline.current?.timeLeft) }
                clock.advance(by: step)
            }
            return try CaptchaToken("t")
        }
    }

    @Test("Of several time-outs the first to come counts, whichever way round they stand")
    func timeouts() async {
        for solver: any CaptchaSolver in [
            solver.timeout(.seconds(10), clock: clock).timeout(.seconds(20), clock: clock),
            solver.timeout(.seconds(20), clock: clock).timeout(.seconds(10), clock: clock),
            solver.timeout(.seconds(10), clock: clock).serialized,
        ] {
            seen.withLock { $0 = [] }
            #expect(await solver.start("?").value.outcome == "t")
            #expect(seen.value == [.seconds(10), .seconds(7)])
        }
    }

    @Test("The policy's time-out is known, and nothing where there is none")
    func policy() async throws {
        var policy = CaptchaRetryPolicy()
        policy.clock = clock
        let upstream = ScriptedUpstream { $0.token == nil ? .captcha(1) : .ok }
        for (solver, expected) in [
            (solver as any CaptchaSolver, [Duration.seconds(300), .seconds(297)]),
            (solver.timeout(.seconds(400), clock: clock), [.seconds(300), .seconds(297)]),
        ] {
            seen.withLock { $0 = [] }
            let retry = CaptchaRetry(schemes: [TestScheme()], solver: solver, policy: policy)
            #expect(try await retry.perform(PlainRequest.get, send: upstream.send).status == 200)
            #expect(seen.value == expected)
        }
        seen.withLock { $0 = [] }
        #expect(await solver.start("?").value.outcome == "t")
        #expect(seen.value == [nil, nil])
    }
}
