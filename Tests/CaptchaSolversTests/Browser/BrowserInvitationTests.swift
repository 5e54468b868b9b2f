import CaptchaRetry
import Foundation
import TestSupport
import Testing

@testable import CaptchaRetryTesting
@testable import CaptchaSolvers

@Suite("How a person gets to a page of BrowserSolver", .timeLimit(.minutes(60)))
struct BrowserInvitationTests {
    private let question = CaptchaChallenge.question("2 + 2?")

    @Test("A browser that cannot be opened is no failure: the address was shown, and is waited for")
    func noBrowser() async throws {
        let trial = BrowserTrial(opens: false)
        let solving = trial.solving(question)
        let tab = try await trial.tab()
        #expect(trial.shownURLs == [tab.url])
        try await trial.expectSolved(solving, question, in: tab)
    }

    @Test("What nobody can show is said at once, and nothing is opened")
    func noSolver() async {
        let trial = BrowserTrial()
        let widget = CaptchaWidget(provider: .init(rawValue: "unknown"), siteKey: "k")
        for prompt in [CaptchaPrompt.unanswerable("blocked"), .widget(widget)] {
            let outcome = await trial.solver.outcome(CaptchaChallenge(scheme: "x", prompt: prompt))
            guard case .failed(.noSolverForPrompt, _) = outcome else {
                Issue.record("\(outcome)")
                continue
            }
        }
        #expect(trial.openCount == 0)
    }

    @Test("Where the page is gone before anybody was told of it, nobody is told, and nothing is opened")
    func cancelledInvitation() async throws {
        let url = try #require(URL(string: "http://127.0.0.1/"))
        let (gate, calls) = (Gate(), Lock<[String]>([]))
        let invitation = BrowserInvitation(
            showURL: { _ in calls.withLock { $0.append("shown") } },
            openBrowser: { _ in
                calls.withLock { $0.append("opened") }
                return true
            })
        let opening = Task {
            await gate.wait()
            await invitation.open(url)
        }
        opening.cancel()
        await opening.value
        #expect(calls.withLock { $0 } == [])
        await invitation.open(url)
        #expect(calls.withLock { $0 } == ["shown", "opened"])
    }
}
