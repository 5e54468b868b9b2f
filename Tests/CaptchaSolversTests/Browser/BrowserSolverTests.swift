import CaptchaRetry
import Foundation
import TestSupport
import Testing

@testable import CaptchaRetryTesting
@testable import CaptchaSolvers

@Suite("BrowserSolver", .timeLimit(.minutes(60)))
struct BrowserSolverTests {
    private let question = CaptchaChallenge.question("2 + 2?")

    @Test("A question is asked on a page, its answer is the token, and the page says how it ended")
    func answered() async throws {
        let trial = BrowserTrial()
        let solving = trial.solving(question)
        let tab = try await trial.tab()
        #expect(trial.shownURLs == [tab.url])
        let page = try await tab.page()
        #expect(page.status == 200)
        #expect(page.body.contains("<bdi>2 + 2?</bdi>"))
        #expect(page.body.contains("<label for=\"answer\">"))
        let form = try await tab.send(tab.form("  four "))
        #expect(await solving.value == .token("four"))
        await trial.solver.didReplay(question, outcome: .accepted)
        let end = try #require(try await form.response()?.body)
        #expect(end.contains("Accepted") && end.contains("You can close this tab"))
        #expect(!end.contains("four"))
        await trial.waitForClosed()
        #expect(!tab.isOpen)
    }

    @Test("An answer that was refused is said to be so in the same tab, with the next prompt; the listener goes then")
    func refusedThenAccepted() async throws {
        let trial = BrowserTrial { _ in Data("GIF89a".utf8) }
        let error14 =
            #"{"error": {"error_code": 14, "captcha_sid": "1", "captcha_img": "https://vk.ru/captcha.php"}}"#
        let upstream = ScriptedUpstream { request in
            request.form["captcha_key"] == "right"
                ? .json(#"{"response": 1}"#)
                : .json(error14)
        }
        let retry = CaptchaRetry(schemes: [.vk], solver: trial.solver)
        let url = try #require(URL(string: "https://api.vk.ru/method/wall.post"))
        let request = PlainRequest(
            "POST", url: url, headerFields: ["Content-Type": "application/x-www-form-urlencoded"],
            body: .data(Data("message=hello".utf8)))
        let sending = Task { try await retry.perform(request, send: upstream.send).status }
        let tab = try await trial.tab()
        let first = try await tab.page().body
        #expect(first.contains("<bdi>api.vk.ru</bdi> asks for a captcha") && !first.contains("role=\"alert\""))
        let second = try await tab.answer(tab.form("wrong")).body
        #expect(second.contains("role=\"alert\"") && second.contains("Your last answer was refused"))
        #expect(try await tab.answer(tab.request("GET", "picture/2"))["Content-Type"] == "image/gif")
        let end = try await tab.answer(tab.form("right", number: 2)).body
        #expect(end.contains("Accepted"))
        #expect(try await sending.value == 200)
        #expect(trial.openCount == 1)
        #expect(trial.shownURLs.count == 1)
        await trial.waitForClosed()
        #expect(!tab.isOpen)
    }
}
