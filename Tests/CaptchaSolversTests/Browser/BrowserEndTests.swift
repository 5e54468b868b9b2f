import CaptchaRetry
import Foundation
import TestSupport
import Testing

@testable import CaptchaRetryTesting
@testable import CaptchaSolvers

@Suite("How a page of BrowserSolver ends", .timeLimit(.minutes(60)))
struct BrowserEndTests {
    private let question = CaptchaChallenge.question("2 + 2?")

    @Test("A person who can't answer dismisses the captcha, and is told so")
    func dismissed() async throws {
        let trial = BrowserTrial()
        let solving = trial.solving(question)
        let tab = try await trial.tab()
        #expect(try await tab.answer(tab.cancelForm()).body.contains("Cancelled"))
        #expect(await solving.value == .failed(.dismissed))
        await trial.waitForClosed()
        #expect(!tab.isOpen)
    }

    @Test("A caller that leaves ends the page: it is told so, and the listener is gone")
    func cancelled() async throws {
        let trial = BrowserTrial()
        let solving = trial.solving(question)
        let tab = try await trial.tab()
        let news = try await tab.send(tab.request("GET", "news/1"))
        // Sent later and answered earlier, so the one above is there.
        while try await tab.page().status != 200 {}
        solving.cancel()
        #expect(await solving.value == .failed(.cancelled))
        // If it came too late, the listener was gone.
        #expect(["ended\n", nil].contains(try await news.response()?.body))
        await trial.waitForClosed()
        #expect(!tab.isOpen)
    }

    @Test("A solve that takes too long is timed out, and its page is gone (18)")
    func timedOut() async throws {
        let trial = BrowserTrial()
        var policy = CaptchaRetryPolicy()
        policy.clock = trial.clock
        let retry = CaptchaRetry(schemes: [], solver: trial.solver, policy: policy)
        let question = question
        let sending = Task {
            await #expect(throws: CaptchaHandlingError.self) {
                try await retry.perform(recognizing: { _ in question }) { _ in throw CancellationError() }
            }?.code
        }
        let tab = try await trial.tab()
        await trial.clock.waitForSleepers()
        trial.clock.advance(by: policy.solveTimeout)
        #expect(await sending.value == .timedOut)
        await trial.waitForClosed()
        #expect(!tab.isOpen)
    }

    @Test("A caller that is cancelled before it is asked opens nothing")
    func cancelledBefore() async {
        let trial = BrowserTrial()
        let gate = Gate()
        let solving = Task {
            await gate.wait()
            return await trial.solver.outcome(question)
        }
        solving.cancel()
        #expect(await solving.value == .failed(.cancelled))
        #expect(trial.openCount == 0 && trial.closeCount == 0)
    }

    @Test(
        "What becomes of the answer is said at the end",
        arguments: [(ReplayOutcome.accepted, "Accepted"), (.undetermined, "passed on to")])
    func outcome(outcome: ReplayOutcome, text: String) async throws {
        let trial = BrowserTrial()
        let solving = trial.solving(question)
        let tab = try await trial.tab()
        let form = try await tab.send(tab.form("4"))
        #expect(await solving.value == .token("4"))
        await trial.solver.didReplay(question, outcome: outcome)
        // A program that ended now would not take the last page along.
        #expect(trial.closeCount == 1)
        #expect(try await form.response()?.body.contains(text) == true)
    }

    @Test("If nobody says what became of the answer, the page ends 30 seconds later")
    func noOutcome() async throws {
        let trial = BrowserTrial()
        let solving = trial.solving(question)
        let tab = try await trial.tab()
        let form = try await tab.send(tab.form("4"))
        #expect(await solving.value == .token("4"))
        await trial.clock.waitForSleepers()
        trial.clock.advance(by: .seconds(30))
        #expect(try await form.response()?.body.contains("passed on to") == true)
        await trial.waitForClosed()
        // Too late, and no harm.
        await trial.solver.didReplay(question, outcome: .accepted)
        #expect(trial.closeCount == 1)
    }

    @Test("If nobody asks again after a refusal, the page ends ten seconds later")
    func refusedForGood() async throws {
        let trial = BrowserTrial()
        let solving = trial.solving(question)
        let tab = try await trial.tab()
        let form = try await tab.send(tab.form("4"))
        #expect(await solving.value == .token("4"))
        await trial.solver.didReplay(question, outcome: .refused)
        await trial.clock.waitForSleepers()
        trial.clock.advance(by: .seconds(10))
        #expect(try await form.response()?.body.contains("refused your answer") == true)
        await trial.waitForClosed()
        #expect(!tab.isOpen)
    }

    @Test("After a refusal the same tab asks again; if it was closed, it is opened again", arguments: [true, false])
    func askedAgain(isOpen: Bool) async throws {
        let trial = BrowserTrial()
        let solving = trial.solving(question)
        let tab = try await trial.tab()
        let form = try await tab.send(tab.form("5"))
        #expect(await solving.value == .token("5"))
        await trial.solver.didReplay(question, outcome: .refused)
        if !isOpen { try await close(form, in: tab) }
        let next = CaptchaChallenge.question("3 + 3?", round: 2, refusal: "Wrong sum")
        let solvingNext = trial.solving(next)
        let again = isOpen ? tab : try await trial.tab(2)
        #expect(again.url == tab.url)
        let page = isOpen ? try #require(try await form.response()) : try await again.page()
        #expect(page.body.contains("<bdi>3 + 3?</bdi>") && page.body.contains("<bdi>Wrong sum</bdi>"))
        let last = try await tab.send(tab.form("6", number: 2))
        #expect(await solvingNext.value == .token("6"))
        await trial.solver.didReplay(next, outcome: .accepted)
        #expect(try await last.response()?.body.contains("Accepted") == true)
        #expect(trial.openCount == (isOpen ? 1 : 2))
        await trial.waitForClosed()
        #expect(trial.closeCount == 1)
    }

    /// Closes a tab that waits for its page, and returns when that has arrived at the other side.
    private func close(_ client: RawClient, in tab: BrowserTab) async throws {
        let gone = Gate()
        Task {
            _ = try await client.rest()
            gone.open()
        }
        client.finishSending()
        // Requests of whatever kind show whose clients are gone.
        for _ in 0..<10_000 where !gone.isOpen {
            #expect(try await tab.answer(tab.request("GET", "/")).status == 404)
        }
        try #require(gone.isOpen)
    }

    @Test("A form that is sent twice counts once: whoever sent it again is shown how it ended")
    func sentTwice() async throws {
        let trial = BrowserTrial()
        let solving = trial.solving(question)
        let tab = try await trial.tab()
        let first = try await tab.send(tab.form("4"))
        #expect(await solving.value == .token("4"))
        let second = try await tab.send(tab.form("5"))
        let page = try await tab.send(tab.request())
        await trial.solver.didReplay(question, outcome: .refused)
        let next = CaptchaChallenge.question("3 + 3?", round: 2)
        let solvingNext = trial.solving(next, only: "6")
        #expect(try await first.response()?.body.contains("3 + 3?") == true)
        for client in [second, page] { #expect(try await client.response()?.body.contains("3 + 3?") == true) }
        // The form of the prompt before answers none.
        #expect(try await tab.answer(tab.form("7")).body.contains("3 + 3?"))
        let last = try await tab.send(tab.form("6", number: 2))
        #expect(await solvingNext.value == .token("6"))
        await trial.solver.didReplay(next, outcome: .accepted)
        #expect(try await last.response()?.status == 200)
        await trial.waitForClosed()
    }

    @Test(
        "What can be no answer is asked for again",
        arguments: [("", "fill in"), ("+%09", "fill in"), ("a%00b", "cannot be"), ("%FF%FE", "cannot be")])
    func unusable(answer: String, notice: String) async throws {
        let trial = BrowserTrial()
        let solving = trial.solving(question, only: "right")
        let tab = try await trial.tab()
        let page = try await tab.answer(tab.request("POST", body: "prompt=1&answer=\(answer)")).body
        #expect(page.contains(notice) && page.contains("aria-invalid=\"true\""))
        try await trial.expectSolved(solving, question, in: tab)
    }

    @Test("An answer longer than a token can be is asked for again")
    func tooLong() async throws {
        let trial = BrowserTrial()
        let solving = trial.solving(question)
        let tab = try await trial.tab()
        let page = try await tab.answer(tab.form(String(repeating: "x", count: 64 * 1024 + 1))).body
        #expect(page.contains("cannot be"))
        try await trial.expectSolved(solving, question, in: tab)
    }

    @Test("Two scopes ask in two tabs, and neither gets the answer of the other")
    func twoScopes() async throws {
        let trial = BrowserTrial()
        let challenges = ["a?", "b?"].map { CaptchaChallenge.question($0) }
        let solving = challenges.map { trial.solving($0) }
        let tabs = [try await trial.tab(1), try await trial.tab(2)]
        #expect(tabs[0].port != tabs[1].port && tabs[0].path != tabs[1].path)
        var forms: [RawClient] = []
        for tab in tabs {
            let isFirst = try await tab.page().body.contains("a?")
            // A path of one is none of the other.
            #expect(
                try await tab.answer(tab.request("GET", tabs.first { $0.url != tab.url }?.path ?? "")).status == 404)
            forms.append(try await tab.send(tab.form(isFirst ? "A" : "B")))
        }
        #expect(await solving[0].value == .token("A"))
        #expect(await solving[1].value == .token("B"))
        for challenge in challenges { await trial.solver.didReplay(challenge, outcome: .accepted) }
        for form in forms { #expect(try await form.response()?.body.contains("Accepted") == true) }
        await trial.waitForClosed(2)
    }

    @Test("A process that gives no code is answered out of band, one that gives a code by it", arguments: ["", "c-1"])
    func process(code: String) async throws {
        let trial = BrowserTrial()
        let url = try #require(URL(string: "https://capture.example/1"))
        let challenge = CaptchaChallenge(scheme: "x", prompt: .hostedProcess(url, reference: "1"))
        let solving = trial.solving(challenge)
        let tab = try await trial.tab()
        #expect(try await tab.page().body.contains("href=\"https://capture.example/1\""))
        let form = try await tab.send(tab.form(code))
        #expect(await solving.value == .token(code.isEmpty ? nil : code))
        await trial.solver.didReplay(challenge, outcome: .accepted)
        #expect(try await form.response()?.status == 200)
        await trial.waitForClosed()
    }
}
