import CaptchaRetry
import CaptchaSolvers
import Foundation
import Testing

@testable import CaptchaRetryTesting

/// Everything is done with the keyboard alone.
@Suite(
    "BrowserSolver in Chromium", .serialized,
    .enabled(if: WebDriver.isStarted, "Tests/Engines/run starts chromedriver for it"))
struct ChromiumTests {
    private static let svg = """
        <svg xmlns="http://www.w3.org/2000/svg" width="200" height="70"><rect width="200" height="70" fill="#dde"/>\
        <path d="M0 50Q60 0 110 45T200 20" stroke="#557" fill="none" stroke-width="3"/>\
        <text x="22" y="50" font-size="40" transform="rotate(-4 100 35)" font-family="monospace">7K4-QX</text></svg>
        """

    private func picture() throws -> CaptchaPrompt {
        let text = "data:image/svg+xml;base64," + Data(Self.svg.utf8).base64EncodedString()
        return .picture(try #require(URL(string: text)))
    }

    @Test("A question is typed into a field that has the focus already, and sent with Enter")
    func question() async throws {
        try await WebDriver.withBrowser { driver in
            let trial = ChromiumTrial(driver)
            let call = trial.call(.question("How much is 2 + 2?"), right: "4")
            try await trial.waitForPage("How much is 2 + 2?")
            try await driver.waitForFocus(on: "answer")
            #expect(try await driver.title() == "api.notes.example asks for a captcha")
            try await driver.save("question")
            // What it looks like between sending and the outcome: the driver can't look while the browser waits.
            try await driver.run("document.querySelector('form').dispatchEvent(new SubmitEvent('submit'));")
            #expect(try await driver.text().contains("Your answer is being checked"))
            try await driver.save("checking")
            try await driver.run("location.reload();")
            try await driver.waitForFocus(on: "answer")
            try await driver.type("4")
            try await driver.press(.enter)
            try await trial.expectPassed(call, with: "4")
            try await driver.save("accepted")
        }
    }

    @Test("A picture is shown, and what it shows is typed")
    func picture() async throws {
        try await WebDriver.withBrowser { driver in
            let trial = ChromiumTrial(driver)
            let call = trial.call(try picture(), right: "7K4-QX")
            try await trial.waitForPage("Type what the picture shows.")
            try await driver.waitForFocus(on: "answer")
            let width = try await driver.run("return document.querySelector('img').naturalWidth;")
            #expect(width == 200)
            try await driver.save("picture")
            try await driver.type("7K4-QX")
            try await driver.press(.tab)
            #expect(try await driver.focused() == "Send")
            try await driver.press(.space)
            try await trial.expectPassed(call, with: "7K4-QX")
        }
    }

    @Test("A refused answer is said to be so in the same window, where the next prompt has the focus")
    func refused() async throws {
        try await WebDriver.withBrowser { driver in
            let trial = ChromiumTrial(driver)
            let call = trial.call(
                .question("How much is 2 + 2?"), try picture(), right: "7K4-QX", refusal: "Wrong sum <b>")
            try await trial.waitForPage("How much is 2 + 2?")
            try await driver.waitForFocus(on: "answer")
            try await driver.type("5")
            let note =
                "new MutationObserver(() => sessionStorage.said = state.textContent).observe(state, {childList: true});"
            try await driver.run("const state = document.getElementById('state'); \(note)")
            // Pressed twice, as impatient people do.
            try await driver.press(.enter, .enter)
            try await driver.waitFor("Your last answer was refused: Wrong sum <b>")
            try await driver.waitForFocus(on: "answer")
            #expect(try await driver.title()?.hasPrefix("Error: ") == true)
            let alert = try await driver.run("return document.querySelector('[role=alert]').id;").text
            #expect(alert == "notice")
            let said = try await driver.run("return sessionStorage.said;").text
            #expect(said == "Your answer is being checked …")
            try await driver.save("refused")
            try await driver.type("7K4-QX")
            try await driver.press(.enter)
            try await trial.expectPassed(call, with: "7K4-QX")
            #expect(try await driver.windows().count == 1)
        }
    }

    @Test("Without scripts a question is answered, refused and answered again all the same")
    func withoutScripts() async throws {
        try await WebDriver.withBrowser(allowsScripts: false) { driver in
            let trial = ChromiumTrial(driver)
            let call = trial.call(.question("2 + 2?"), .question("3 + 3?"), right: "6")
            try await trial.waitForPage("2 + 2?")
            try await driver.waitForFocus(on: "answer")
            try await driver.type("5")
            try await driver.press(.enter)
            try await driver.waitFor("3 + 3?")
            try await driver.waitForFocus(on: "answer")
            try await driver.type("6")
            try await driver.press(.enter)
            try await driver.waitFor("You can close this tab.")
            #expect(try await call.value == "6")
        }
    }

    @Test("An empty field is not sent; giving up is two steps of the keyboard away")
    func cancelled() async throws {
        try await WebDriver.withBrowser { driver in
            let trial = ChromiumTrial(driver)
            let call = trial.call(.question("How much is 2 + 2?"), right: "4")
            try await trial.waitForPage()
            try await driver.waitForFocus(on: "answer")
            try await driver.press(.enter)
            #expect(try await driver.run("return document.querySelector(':invalid') !== null;").isTrue)
            try await driver.press(.tab, .tab)
            #expect(try await driver.focused() == "I can’t answer this")
            try await driver.press(.enter)
            try await driver.waitFor("Cancelled")
            let error = await #expect(throws: CaptchaHandlingError.self) { try await call.value }
            #expect(error?.code == .dismissed)
            try await driver.save("cancelled")
        }
    }

    @Test("When the program needs no answer any more, the open page says so")
    func unneeded() async throws {
        try await WebDriver.withBrowser { driver in
            let trial = ChromiumTrial(driver)
            let call = trial.call(.question("How much is 2 + 2?"), right: "4")
            try await trial.waitForPage()
            try await driver.waitForFocus(on: "answer")
            call.cancel()
            try await driver.waitFor("No longer needed")
            try await driver.waitForFocus(on: "No longer needed")
            #expect(try await driver.title() == "No longer needed")
            #expect(try await !driver.text().contains("How much"))
            await #expect(throws: CancellationError.self) { try await call.value }
            try await driver.save("unneeded")
        }
    }

    @Test("A page opens in a tab of its own that learns nothing of the first, and its token is typed into the first")
    func page() async throws {
        let provider = LoopbackUpstream { _ in
            .html("<!DOCTYPE html><title>Provider</title><p>Your token is demo-1</p>")
        }
        try provider.start()
        defer { provider.stop() }
        try await WebDriver.withBrowser { driver in
            let trial = ChromiumTrial(driver)
            let call = trial.call(.page(provider.baseURL.appendingPathComponent("captcha")), right: "demo-1")
            try await trial.waitForPage()
            let link = "Open \(provider.baseURL) (opens a new tab)"
            try await driver.waitForFocus(on: link)
            try await driver.save("page")
            let first = try #require(try await driver.windows().first)
            try await driver.press(.enter)
            await provider.waitForRequests(1)
            let second = try #require(try await driver.windows().first { $0 != first })
            try await driver.turn(to: second)
            try await driver.waitFor("Your token is demo-1")
            #expect(try await driver.run("return document.referrer + String(window.opener);") == "null")
            #expect(provider.requests.first?.headerFields["Referer"] == nil)
            try await driver.turn(to: first)
            try await driver.press(.tab)
            #expect(try await driver.focused() == "answer")
            try await driver.type("demo-1")
            try await driver.press(.enter)
            try await trial.expectPassed(call, with: "demo-1")
        }
    }

    @Test("A process without a code is told to be finished with one key")
    func process() async throws {
        try await WebDriver.withBrowser { driver in
            let trial = ChromiumTrial(driver)
            let url = try #require(URL(string: "http://127.0.0.1:9/capture"))
            let call = trial.call(.hostedProcess(url, reference: "1"), right: "")
            try await trial.waitForPage()
            try await driver.tab(to: "I have finished")
            try await driver.save("process")
            try await driver.press(.space)
            try await trial.expectPassed(call, with: nil)
        }
    }

    @Test(
        "The page is in the language that the browser asks for",
        arguments: [("ru-RU,ru", "просит пройти капчу"), ("ja", "がキャプチャを求めています"), ("de,fr", "asks for a captcha")])
    func language(accepted: String, text: String) async throws {
        try await WebDriver.withBrowser(language: accepted) { driver in
            let trial = ChromiumTrial(driver)
            let call = trial.call(.question("2 + 2 = ?"), right: "4")
            try await trial.waitForPage(text)
            try await driver.waitForFocus(on: "answer")
            try await driver.save("language-\(accepted.prefix(2))")
            try await driver.type("4")
            try await driver.press(.enter)
            #expect(try await call.value == "4")
        }
    }
}
