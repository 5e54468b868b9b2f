import CaptchaRetry
import CaptchaRetryTesting
import TestSupport
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

    @Test("Two accounts with equal challenges: each page says what became of its own answer")
    func equalChallengesOfTwoAccounts() async throws {
        let (trial, gate) = (BrowserTrial(), Gate())
        let retry = CaptchaRetry(schemes: [ShopScheme()], solver: trial.solver)
        let upstream = ScriptedUpstream { request in
            switch request.headerFields["X-Process"] {
            case nil: return ShopScheme.captcha
            case "slow":
                await gate.wait()
                return .json("{}")
            default: return .json("{}", status: 503)
            }
        }
        let slow = Task { try await retry.perform(ShopScheme.request, identity: "a", send: upstream.send).status }
        let slowTab = try await trial.tab(1)
        let slowForm = try await slowTab.send(slowTab.form("slow"))
        await gate.waitForWaiters()
        let quick = Task { try await retry.perform(ShopScheme.request, identity: "b", send: upstream.send).status }
        let quickTab = try await trial.tab(2)
        let quickForm = try await quickTab.send(quickTab.form("quick"))
        #expect(try await quick.value == 503)
        gate.open()
        #expect(try await slow.value == 200)
        #expect(try await quickForm.response()?.body.contains("passed on to") == true)
        #expect(try await slowForm.response()?.body.contains("Accepted") == true)
        await trial.waitForClosed(2)
    }

    @Test("The page of a request that has no try left has been told of the refusal when the request fails")
    func lastRefusal() async throws {
        let trial = BrowserTrial()
        var policy = CaptchaRetryPolicy()
        policy.maximumReplays = 2
        let retry = CaptchaRetry(schemes: [ShopScheme()], solver: trial.solver, policy: policy)
        let upstream = ScriptedUpstream { _ in ShopScheme.captcha }
        let call = Task { try await retry.perform(ShopScheme.request, send: upstream.send).status }
        let tab = try await trial.tab()
        let first = try await tab.send(tab.form("wrong"))
        #expect(try await first.response()?.body.contains("Please try again") == true)
        let second = try await tab.send(tab.form("wrong", number: 2))
        await #expect(throws: CaptchaHandlingError.self) { try await call.value }
        // A program that ends now takes nothing along.
        try #require(trial.closeCount == 1)
        #expect(try await second.response()?.body.contains("does not ask again") == true)
    }
}
