import CaptchaRetry
import CaptchaRetryTesting
import Testing

@testable import CaptchaSolvers

@Suite("Pages whose answers are with the upstream")
struct BrowserAftermathTests {
    @Test("A page is there for the next prompt when its answer was refused, in the round after it, and once")
    func next() async throws {
        let clock = ManualClock()
        let aftermath = BrowserAftermath(clock: clock)
        let prompt = try await BrowserPrompt(.question("2 + 2?")) { _ throws(CaptchaHandlingError) in
            throw CaptchaHandlingError(.solverFailed)
        }
        let session = try BrowserSession(
            prompt, setting: BrowserSession.Setting(language: nil, program: "p", clock: clock, onClosed: {}))
        let (first, second) = (CaptchaChallenge.question("2 + 2?"), CaptchaChallenge.question("3 + 3?", round: 2))
        aftermath.keep(session, answering: first)
        // The answer may be accepted yet.
        #expect(aftermath.takeSession(before: second) == nil)
        await aftermath.conclude(first, .refused)
        #expect(aftermath.takeSession(before: first) == nil)
        #expect(aftermath.takeSession(before: .question("3 + 3?", round: 3)) == nil)
        let other = CaptchaChallenge(scheme: "other", prompt: .question("3 + 3?"), round: 2)
        #expect(aftermath.takeSession(before: other) == nil)
        #expect(aftermath.takeSession(before: second) === session)
        #expect(aftermath.takeSession(before: second) == nil)
        await session.end(.unneeded)
    }
}
