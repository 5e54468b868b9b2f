import CaptchaRetry
import CaptchaRetryTesting
import CaptchaSolvers
import Foundation
import Testing

/// The providers' scripts are stand-ins that follow their documentation; all is done with the keyboard.
@Suite(
    "Widgets on BrowserSolver's pages in Chromium", .serialized,
    .enabled(if: WebDriver.isStarted, "Tests/Engines/run starts chromedriver for it"))
struct ChromiumWidgetTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var provider: CaptchaWidget.Provider
        var button: String
        var token: String
        var action: String?
        var testDescription: String { provider.rawValue }
    }

    static let cases = [
        Case(provider: .smartCaptcha, button: "Stand-in: I am not a robot", token: "token-"),
        Case(provider: .reCAPTCHA, button: "Stand-in for reCAPTCHA", token: "recaptcha-token"),
        Case(provider: .hCaptcha, button: "Stand-in for hCaptcha", token: "hcaptcha-token"),
        Case(provider: .turnstile, button: "Stand-in for Turnstile", token: "turnstile-token", action: "login"),
        Case(provider: .friendlyCaptcha, button: "Stand-in for Friendly Captcha", token: "friendly-token"),
    ]

    private static func hosts(_ url: URL) throws -> WidgetHosts {
        let host = try #require(WidgetHost(url))
        var hosts = WidgetHosts()
        (hosts.smartCaptcha, hosts.reCAPTCHA, hosts.hCaptcha) = (host, host, host)
        (hosts.turnstile, hosts.friendlyCaptcha) = (host, host)
        return hosts
    }

    /// Runs something with a browser, and with a provider that answers by a rule.
    private func withProvider(
        _ rule: @escaping UpstreamRule, _ body: (ChromiumTrial, WebDriver, LoopbackUpstream) async throws -> Void
    ) async throws {
        let provider = LoopbackUpstream(rule)
        try provider.start()
        defer { provider.stop() }
        try await WebDriver.withBrowser { driver in
            try await body(ChromiumTrial(driver, hosts: Self.hosts(provider.baseURL)), driver, provider)
        }
    }

    @Test("A widget is reached and passed by keyboard, and its token is sent by itself", arguments: cases)
    func passed(_ widget: Case) async throws {
        try await withProvider(ProviderStandIns.answer) { trial, driver, provider in
            let prompt = CaptchaWidget(provider: widget.provider, siteKey: "key", action: widget.action)
            let call = trial.call([.widget(prompt)]) { $0.hasPrefix(widget.token) }
            try await trial.waitForPage(widget.button)
            try await driver.tab(to: widget.button)
            try await driver.save("widget-\(widget.provider.rawValue)")
            #expect(provider.requests.allSatisfy { $0.headerFields["Referer"] == nil })
            try await driver.press(.enter)
            try await trial.expectPassed(call, with: try await call.value)
        }
    }

    @Test("reCAPTCHA for a score shows nothing, and its token is sent without a key being pressed")
    func score() async throws {
        try await withProvider(ProviderStandIns.answer) { trial, _, _ in
            let prompt = CaptchaWidget(provider: .reCAPTCHA, siteKey: "key", action: "login")
            let call = trial.call(.widget(prompt), right: "score-login")
            try await trial.waitForPage("You can close this tab.")
            try await trial.expectPassed(call, with: "score-login")
        }
    }

    @Test("A refused token is said to be so, and the widget is there again in the same tab")
    func refused() async throws {
        try await withProvider(ProviderStandIns.answer) { trial, driver, _ in
            let prompts = [CaptchaWidget.Provider.hCaptcha, .turnstile].map { provider in
                CaptchaPrompt.widget(CaptchaWidget(provider: provider, siteKey: "key"))
            }
            let call = trial.call(prompts) { $0 == "turnstile-token" }
            try await trial.waitForPage("Stand-in for hCaptcha")
            try await driver.tab(to: "Stand-in for hCaptcha")
            try await driver.press(.enter)
            try await driver.waitFor("Your last answer was refused")
            try await driver.waitFor("Stand-in for Turnstile")
            try await driver.tab(to: "Stand-in for Turnstile")
            try await driver.press(.space)
            try await trial.expectPassed(call, with: "turnstile-token")
        }
    }

    @Test("A script that cannot be loaded is said to be so, and is loaded at the next try")
    func retried() async throws {
        let gate = Gate()
        try await withProvider {
            gate.isOpen ? try await ProviderStandIns.answer($0) : .status(404)
        } _: {
            trial, driver, _ in
            let call = trial.call(
                .widget(CaptchaWidget(provider: .turnstile, siteKey: "key")), right: "turnstile-token")
            try await trial.waitForPage("The check of Turnstile does not work here.")
            try await driver.save("widget-failed")
            gate.open()
            try await driver.tab(to: "retry")
            try await driver.press(.enter)
            try await driver.waitFor("Stand-in for Turnstile")
            #expect(try await !driver.text().contains("does not work here"))
            try await driver.tab(to: "Stand-in for Turnstile")
            try await driver.press(.enter)
            try await trial.expectPassed(call, with: "turnstile-token", complains: true)
        }
    }

    @Test("Where a script throws, a token from the widget's own page is pasted instead")
    func throwing() async throws {
        try await withProvider { _ in
            .javaScript("throw new Error('no </script> here');")
        } _: { trial, driver, _ in
            let page = URL(string: "https://shop.example/captcha")
            let call = trial.call(
                .widget(CaptchaWidget(provider: .hCaptcha, siteKey: "key", page: page)), right: "by-hand")
            try await trial.waitForPage("The check of hCaptcha does not work here.")
            // The part that was folded is open now.
            let link = try await driver.run("return document.querySelector('details a').href;").text
            #expect(link == "https://shop.example/captcha")
            try await driver.tab(to: "answer")
            try await driver.save("widget-by-hand")
            try await driver.type("by-hand")
            try await driver.press(.enter)
            try await trial.expectPassed(call, with: "by-hand", complains: true)
        }
    }

    @Test("A server that never answers is given up after 20 seconds, and the person can go")
    func silent() async throws {
        let gate = Gate()
        try await withProvider { _ in
            await gate.wait()
            return .status(204)
        } _: { trial, driver, _ in
            // Nobody waits: the page's timer of 20 seconds, and no shorter one, runs at once.
            let hurry = "const own = setTimeout; setTimeout = (f, t, ...a) => own(f, t === 20000 ? 0 : t, ...a);"
            try await driver.execute("Page.addScriptToEvaluateOnNewDocument", ["source": .string(hurry)])
            let call = trial.call(.widget(CaptchaWidget(provider: .reCAPTCHA, siteKey: "key")), right: "x")
            try await trial.waitForPage("Pass the check of reCAPTCHA.")
            try await driver.waitFor("The check of reCAPTCHA does not work here. (timeout)")
            try await driver.tab(to: "I can’t answer this")
            try await driver.press(.enter)
            try await driver.waitFor("Cancelled")
            let error = await #expect(throws: CaptchaHandlingError.self) { try await call.value }
            #expect(error?.code == .dismissed)
        }
    }

    @Test("An invisible widget whose task is closed leaves the person a way back")
    func closed() async throws {
        let parameters = ["invisible": "true"]
        try await withProvider(ProviderStandIns.answer) { trial, driver, _ in
            // Nobody waits: the second that a token may take runs at once.
            let hurry = "const own = setTimeout; setTimeout = (f, t, ...a) => own(f, t === 1000 ? 0 : t, ...a);"
            try await driver.execute("Page.addScriptToEvaluateOnNewDocument", ["source": .string(hurry)])
            let widget = CaptchaWidget(provider: .smartCaptcha, siteKey: "suspicious", parameters: parameters)
            let call = trial.call([.widget(widget)]) { $0.hasPrefix("token-") }
            try await trial.waitForPage("Stand-in task")
            try await driver.run("standIn.swipe();")
            try await driver.waitFor("The check was closed. Please try again.")
            try await driver.save("widget-closed")
            try await driver.tab(to: "retry")
            try await driver.press(.enter)
            try await driver.waitFor("Stand-in task")
            #expect(try await !driver.text().contains("The check was closed"))
            try await driver.run("standIn.solve();")
            try await trial.expectPassed(call, with: try await call.value)
        }
    }

    @Test("While a token is being checked, the widget has no complaints, neither new ones nor old ones")
    func closedAfterToken() async throws {
        let parameters = ["invisible": "true"]
        try await withProvider(ProviderStandIns.answer) { trial, driver, _ in
            let widget = CaptchaWidget(provider: .smartCaptcha, siteKey: "suspicious", parameters: parameters)
            let call = trial.call(.widget(widget), right: "x")
            try await trial.waitForPage("Stand-in task")
            try await driver.run("standIn.emit('token-expired');")
            try await driver.waitFor("The check has expired.")
            try await driver.waitFor("Stand-in task")
            // The driver can't look while the browser waits for the outcome, so it does not get to wait.
            let text = try await driver.run(
                """
                addEventListener("submit", (event) => event.preventDefault());
                standIn.emit("success", "token-1");
                standIn.swipe();
                return new Promise((done) => setTimeout(() => done(document.body.innerText), 1000));
                """
            ).text
            #expect(text?.contains("Your answer is being checked") == true)
            #expect(text?.contains("The check") == false)
            call.cancel()
        }
    }

    @Test("A token that comes when the program needs it no more is sent to nobody")
    func unneeded() async throws {
        try await withProvider(ProviderStandIns.answer) { trial, driver, _ in
            let call = trial.call(.widget(CaptchaWidget(provider: .turnstile, siteKey: "key")), right: "x")
            try await trial.waitForPage("Stand-in for Turnstile")
            call.cancel()
            try await driver.waitFor("No longer needed")
            let isSent = try await driver.run(
                """
                let isSent = false;
                addEventListener("submit", (event) => { isSent = !event.defaultPrevented; event.preventDefault(); });
                standIn.parameters.callback("late");
                return isSent;
                """)
            #expect(!isSent.isTrue)
        }
    }

    @Test("What a provider reports, such as a host that its key is not for, is shown as text")
    func reported() async throws {
        try await withProvider(ProviderStandIns.answer) { trial, driver, _ in
            let call = trial.call(.widget(CaptchaWidget(provider: .turnstile, siteKey: "key")), right: "x")
            try await trial.waitForPage("Stand-in for Turnstile")
            try await driver.run("standIn.parameters['error-callback']('110200 <b>');")
            try await driver.waitFor("The check of Turnstile does not work here. (110200 <b>)")
            call.cancel()
            try await driver.waitFor("No longer needed")
        }
    }
}
