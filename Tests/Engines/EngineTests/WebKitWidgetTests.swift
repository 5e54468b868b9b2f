import CaptchaRetry
import CaptchaRetryTesting
import Foundation
import Testing

@testable import CaptchaSolvers

@MainActor
@Suite("Pages with the other providers' widgets in a real WebKit", .serialized, .webKit, .timeLimit(.minutes(10)))
struct WebKitWidgetTests {
    /// Shows a widget as a challenge brings it, plays what happens, and gives the outcome.
    private func outcome(
        _ provider: CaptchaWidget.Provider, _ siteKey: String = "key", action: String? = nil,
        parameters: [String: String] = [:], picture: String? = nil,
        _ play: (WebKitTrial, WebKitView) async throws -> Void = { _, _ in }
    ) async throws -> String {
        var outcome = ""
        try await WebKitTrial.run { trial in
            let widget = CaptchaWidget(
                provider: provider, siteKey: siteKey, action: action, page: WebKitTrial.base, parameters: parameters)
            let challenge = CaptchaChallenge(scheme: "test", prompt: .widget(widget))
            var options = trial.options
            options.language = "de"
            options.theme = .dark
            let session = trial.start(try CaptchaPage(for: challenge, options: options))
            await trial.view.wait(for: "captchaDidLoad")
            if let picture { try await trial.view.takePicture(picture) }
            try await play(trial, trial.view)
            outcome = await session.value
            #expect(trial.view.trouble == [])
        }
        return outcome
    }

    private func json(_ view: WebKitView, _ expression: String) async throws -> NSDictionary? {
        try await view.value(expression) as? NSDictionary
    }

    @Test("reCAPTCHA's check box yields its token, after an expired one and a reset")
    func reCAPTCHA() async throws {
        let outcome = try await outcome(.reCAPTCHA, parameters: ["tabindex": "7"], picture: "recaptcha") { _, view in
            #expect(
                try await json(view, "standIn.query") == [
                    "render": "explicit", "onload": "captchaScriptDidLoad", "hl": "de",
                ])
            #expect(try await json(view, "standIn.parameters") == ["sitekey": "key", "theme": "dark", "tabindex": "7"])
            try await view.run("standIn.parameters['expired-callback']()")
            await view.wait(for: "captchaDidLoad", 2)
            #expect(try await view.value("standIn.calls") as? NSArray == [["reset", 0]])
            try await view.run("standIn.click()")
        }
        #expect(outcome == "recaptcha-token")
    }

    @Test("reCAPTCHA's error has the page loaded again")
    func reCAPTCHAError() async throws {
        let outcome = try await outcome(.reCAPTCHA) { trial, view in
            try await view.run("standIn.parameters['error-callback']()")
            await view.wait(for: "captchaDidFail")
            await trial.pass(.seconds(1), sleepers: 2)
            await view.wait(for: "captchaDidLoad", 2)
            try await view.run("standIn.click()")
        }
        #expect(outcome == "recaptcha-token")
    }

    @Test("reCAPTCHA for a score yields its token for the action, and shows nothing")
    func score() async throws {
        let outcome = try await outcome(.reCAPTCHA, action: "login") { _, view in
            await view.wait(for: "captchaDidFinish")
            #expect(view.calls.first == "load" && !view.calls.contains("show"))
        }
        #expect(outcome == "score-login")
        let version = ["recaptchaVersion": "RECAPTCHA_ENTERPRISE"]
        let enterprise = try await self.outcome(.reCAPTCHA, action: "signUp", parameters: version)
        #expect(enterprise == "enterprise-signUp")
        let refused = try await self.outcome(.reCAPTCHA, "refused", action: "login")
        #expect(refused == "solverFailed: script: Invalid site key")
    }

    @Test("hCaptcha gets its request data, and yields its token after a closed and an expired challenge")
    func hCaptcha() async throws {
        let outcome = try await outcome(.hCaptcha, parameters: ["rqdata": "abc\"</script>"], picture: "hcaptcha") {
            _, view in
            #expect(
                try await json(view, "standIn.query") == [
                    "render": "explicit", "onload": "captchaScriptDidLoad", "recaptchacompat": "off", "hl": "de",
                ])
            #expect(try await json(view, "standIn.parameters") == ["sitekey": "key", "theme": "dark"])
            #expect(
                try await view.value("standIn.calls") as? NSArray == [["setData", 0, ["rqdata": "abc\"</script>"]]])
            try await view.run("standIn.parameters['open-callback']()")
            try await view.run("standIn.parameters['close-callback']()")
            try await view.run("standIn.parameters['error-callback']('challenge-closed')")
            try await view.run("standIn.parameters['chalexpired-callback']()")
            await view.wait(for: "captchaDidLoad", 2)
            try await view.run("standIn.click()")
            await view.wait(for: "captchaDidFinish")
            #expect(
                view.messages == [
                    "captchaDidLoad", "challengeDidAppear", "challengeDidDisappear", "captchaDidExpire",
                    "captchaDidLoad",
                    "captchaDidFinish",
                ])
        }
        #expect(outcome == "hcaptcha-token")
    }

    @Test("hCaptcha's invisible widget is executed, and shown while its challenge is open")
    func invisibleHCaptcha() async throws {
        let outcome = try await outcome(.hCaptcha, parameters: ["size": "invisible"]) { _, view in
            #expect(try await view.value("standIn.calls") as? NSArray == [["execute", 0]])
            try await view.run("standIn.parameters['open-callback']()")
            await view.wait(forCall: "show")
            try await view.run("standIn.click()")
            await view.wait(forCall: "close")
            #expect(view.calls == ["load", "show", "close"])
        }
        #expect(outcome == "hcaptcha-token")
    }

    @Test(
        "hCaptcha's errors are told apart",
        arguments: [
            ("rate-limited", "rate limited"), ("invalid-data", "configuration"), ("internal-error", "other"),
            ("script-error", "script"),
        ])
    func hCaptchaErrors(code: String, kind: String) async throws {
        let outcome = try await outcome(.hCaptcha) { _, view in
            try await view.run("standIn.parameters['error-callback']('\(code)')")
        }
        #expect(outcome == "solverFailed: \(kind): \(code)")
    }

    @Test("Turnstile yields its token, with the action and its own retries switched off")
    func turnstile() async throws {
        let outcome = try await outcome(.turnstile, action: "login", parameters: ["cData": "abc"], picture: "turnstile")
        { _, view in
            #expect(
                try await json(view, "standIn.parameters") == [
                    "sitekey": "key", "theme": "dark", "language": "de", "action": "login", "cData": "abc",
                    "retry": "never",
                    "refresh-expired": "manual", "refresh-timeout": "manual",
                ])
            // It is no end: the check goes on.
            #expect(try await view.value("'after-interactive-callback' in standIn.parameters") as? Bool == false)
            try await view.run("standIn.parameters['timeout-callback']()")
            await view.wait(for: "captchaDidLoad", 2)
            try await view.run("standIn.click()")
        }
        #expect(outcome == "turnstile-token")
    }

    @Test(
        "Turnstile's errors are told apart",
        arguments: [
            ("110200", "configuration"), ("105001", "configuration"), ("110500", "other"), ("200100", "other"),
        ])
    func turnstileErrors(code: String, kind: String) async throws {
        let outcome = try await outcome(.turnstile) { _, view in
            let isHandled = try await view.value("standIn.parameters['error-callback']('\(code)')")
            #expect(isHandled as? Bool == true)
        }
        #expect(outcome == "solverFailed: \(kind): \(code)")
    }

    @Test("Turnstile's passing errors have the page loaded again", arguments: ["300010", "600030", "110600", "102001"])
    func turnstileRetries(code: String) async throws {
        let outcome = try await outcome(.turnstile) { trial, view in
            try await view.run("standIn.parameters['error-callback'](\(code))")
            await view.wait(for: "captchaDidFail")
            await trial.pass(.seconds(1), sleepers: 2)
            await view.wait(for: "captchaDidLoad", 2)
            try await view.run("standIn.click()")
        }
        #expect(outcome == "turnstile-token")
    }

    @Test("Friendly Captcha yields its token, and the marker of a failed widget is none")
    func friendlyCaptcha() async throws {
        let outcome = try await outcome(.friendlyCaptcha, parameters: ["apiEndpoint": "eu"], picture: "friendlycaptcha")
        { _, view in
            let parameters = try await json(view, "{ ...standIn.parameters, element: undefined }")
            #expect(
                parameters == [
                    "sitekey": "key", "theme": "dark", "language": "de", "startMode": "auto", "apiEndpoint": "eu",
                ])
            try await view.run("standIn.send('expire', { response: '.EXPIRED', state: 'expired', id: '1' })")
            await view.wait(for: "captchaDidLoad", 2)
            try await view.run("standIn.click()")
        }
        #expect(outcome == "friendly-token")
        let failed = try await self.outcome(.friendlyCaptcha) { _, view in
            try await view.run(
                "standIn.send('error', { response: '.ERROR', state: 'error', error: { code: 'sitekey_invalid', detail: '' } })"
            )
        }
        #expect(failed == "solverFailed: configuration: sitekey_invalid")
    }

    @Test(
        "The script runs under a policy that lets nothing in but its nonce and the provider's sources",
        arguments: [CaptchaWidget.Provider.smartCaptcha, .reCAPTCHA, .hCaptcha, .turnstile, .friendlyCaptcha])
    func contentSecurityPolicy(provider: CaptchaWidget.Provider) async throws {
        let page = Page()
        try await WebKitTrial.run(answering: { request in
            request.path == "/page" ? page.answer : try await ProviderStandIns.answer(request)
        }) { trial in
            let script = try WidgetScript(
                for: CaptchaWidget(provider: provider, siteKey: "key"), options: trial.options)
            page.set(script)
            let address = try #require(URL(string: "\(trial.provider.baseURL)/page"))
            let session = trial.start(try .hosted(address))
            await trial.view.wait(for: "captchaDidLoad")
            #expect(try await trial.view.value("typeof window.intruder") as? String == "undefined")
            try await trial.view.run("standIn.click()")
            let outcome = await session.value
            #expect(outcome.contains("token"))
        }
    }

    /// A page with a widget's script under a strict policy, and a script that does not belong there.
    private final class Page: Sendable {
        private let script = Lock<WidgetScript?>(nil)

        func set(_ script: WidgetScript) { self.script.withLock { $0 = script } }

        var answer: UpstreamAnswer {
            guard let script = script.withLock({ $0 }) else { return .status(404) }
            let policy = """
                default-src 'none'; script-src 'nonce-abc' \(script.sources.scripts.joined(separator: " ")); \
                style-src \(script.sources.styles.joined(separator: " "))
                """
            let html = """
                <!DOCTYPE html><div id="captcha"></div>
                <script>window.intruder = 1</script>
                <script nonce="abc">
                \(script.javaScript)
                startCaptcha(document.getElementById("captcha"), (method, data) =>
                    window.webkit.messageHandlers.NativeClient.postMessage({ method: method, data: data }));
                </script>
                """
            return .html(html, headerFields: ["Content-Security-Policy": policy])
        }
    }
}
