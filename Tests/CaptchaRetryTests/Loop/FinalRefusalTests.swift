import CaptchaRetryTesting
import Testing

@testable import CaptchaRetry

@Suite("A refusal after which nobody asks once more")
struct FinalRefusalTests {
    /// Remembers of each refusal whether it was said to be the last word.
    private struct Witness: CaptchaSolver {
        var token = "t"
        let refusals = LockedValue<[Bool]>([])

        func solve(_ challenge: CaptchaChallenge) async throws(CaptchaHandlingError) -> CaptchaToken {
            try CaptchaToken(token)
        }

        func didReplay(_ challenge: CaptchaChallenge, outcome: ReplayOutcome) async {
            if outcome == .refused { refusals.withLock { $0.append(Refusal.isFinal) } }
        }
    }

    private func refusals(_ solver: Witness, _ answers: [UpstreamAnswer]) async -> [Bool] {
        let upstream = ScriptedUpstream(answers: answers)
        let retry = CaptchaRetry(schemes: [TestScheme()], solver: solver)
        _ = try? await retry.perform(PlainRequest.get, send: upstream.send)
        return solver.refusals.value
    }

    @Test("No replay is left")
    func noReplayIsLeft() async {
        let answers = (1...4).map { UpstreamAnswer.captcha($0) }
        #expect(await refusals(Witness(), answers) == [false, false, true])
    }

    @Test("The next challenge is none that can be answered, or its answer would not get into the request")
    func nextCannotBeAnswered() async {
        #expect(await refusals(Witness(), [.captcha(1), .captcha("impossible")]) == [true])
        #expect(await refusals(Witness(), [.captcha(1), .captcha(#"a\nb"#)]) == [true])
        #expect(await refusals(Witness(), [.captcha(1), .captcha(2), .ok]) == [false])
    }

    @Test("The token does not fit into the request")
    func tokenDoesNotFit() async {
        #expect(await refusals(Witness(token: " leading blank"), [.captcha(1)]) == [true])
    }
}
