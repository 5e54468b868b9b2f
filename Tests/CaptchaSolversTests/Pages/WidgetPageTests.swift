import CaptchaRetry
import Foundation
import Testing

@testable import CaptchaSolvers

@Suite("Pages with a widget")
struct WidgetPageTests {
    private static let nasty =
        #"</script><script>alert(1)</script><!-- " ' ` \ & "# + "\u{2028}\u{2029}\u{0}\u{7F}\u{85}\r\n💥"

    /// The page's only script.
    private func script(_ page: CaptchaPage) throws -> Substring {
        let parts = try #require(page.html).split(separator: "<script>")
        #expect(parts.count == 2)
        return try #require(parts.last).split(separator: "</script>", maxSplits: 1)[0]
    }

    /// The object that a page's script has under a name, as a JSON reader sees it.
    private func literal(_ name: String, of page: CaptchaPage) throws -> [String: Any] {
        let start = "const \(name) = "
        let line = try #require(script(page).split(separator: "\n").first { $0.hasPrefix(start) })
        let text = line.dropFirst(start.count).dropLast()
        return try #require(JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    }

    @Test(
        "Whatever is put into a page stays a value in its script",
        arguments: [CaptchaWidget.Provider.smartCaptcha, .reCAPTCHA, .hCaptcha, .turnstile, .friendlyCaptcha])
    func escaping(provider: CaptchaWidget.Provider) throws {
        let nasty = Self.nasty
        let plain = CaptchaWidget(provider: provider, siteKey: "key")
        let widget = CaptchaWidget(
            provider: provider, siteKey: nasty, action: nasty, page: nil,
            parameters: [nasty: nasty, "theme": nasty, "hl": nasty, "rqdata": nasty, "size": nasty, "cData": nasty])
        var options = PageOptions()
        options.language = nasty
        let base = URL.made("https://shop.example")
        let page = try CaptchaPage.widget(widget, baseURL: base, options: options)
        let html = try #require(page.html)
        let plainPage = try CaptchaPage.widget(plain, baseURL: base)
        let plainHTML = try #require(plainPage.html)
        for mark in ["<", ">", "`", "\u{2028}", "\u{2029}", "&", "'"] {
            #expect(
                html.components(separatedBy: mark).count - plainHTML.components(separatedBy: mark).count
                    <= (mark == "&" ? 1 : 0), "\(mark)")
        }
        #expect(!html.contains("alert(1)</script>"))
        #expect(html.unicodeScalars.allSatisfy { $0 == "\n" || $0.properties.generalCategory != .control })
        // And it comes out of there as it went in.
        #expect(try literal("parameters", of: page)["sitekey"] as? String == nasty)
        if provider != .smartCaptcha { #expect(try literal("parameters", of: page)[nasty] as? String == nasty) }
        #expect(try literal("settings", of: page)["address"] as? String != nil)
    }

    @Test("A challenge names no functions and no other site key")
    func reserved() throws {
        let parameters = [
            "callback": "alert", "error-callback": "alert", "CALLBACK": "alert", "siteKey": "other", "sitekey": "other",
            "onload": "alert", "retry": "auto", "tabindex": "7",
        ]
        let widget = CaptchaWidget(provider: .turnstile, siteKey: "key", action: "login", parameters: parameters)
        let page = try CaptchaPage.widget(widget, baseURL: .made("https://shop.example"))
        let literal = try literal("parameters", of: page) as? [String: String]
        #expect(
            literal == [
                "sitekey": "key", "action": "login", "tabindex": "7", "language": "auto", "theme": "auto",
                "retry": "never",
                "refresh-expired": "manual", "refresh-timeout": "manual",
            ])
    }

    @Test("SmartCaptcha gets all of its documented parameters")
    func smartCaptcha() throws {
        var parameters = SmartCaptchaParameters(siteKey: "ysc1_key")
        parameters.language = "RU"
        parameters.isTest = true
        parameters.isInvisible = true
        parameters.shieldPosition = .bottomLeft
        parameters.hidesShield = true
        parameters.metadata = ["order": "7"]
        let base = URL.made("https://shop.example/login")
        let page = try CaptchaPage.smartCaptcha(parameters, baseURL: base)
        let literal = try literal("parameters", of: page)
        #expect(literal["sitekey"] as? String == "ysc1_key")
        #expect(literal["hl"] as? String == "ru")
        #expect(literal["shieldPosition"] as? String == "bottom-left")
        #expect(literal["metadata"] as? [String: String] == ["order": "7"])
        for name in ["test", "webview", "invisible", "hideShield"] {
            #expect(literal[name] as? Bool == true, "\(name)")
        }
        #expect(literal.count == 8)
        #expect(page.isInvisible && page.reportsLoading)
        #expect(page.content == .html(try #require(page.html), baseURL: base))
        let address = try self.literal("settings", of: page)["address"] as? String
        #expect(
            address == "https://smartcaptcha.yandexcloud.net/captcha.js?render=onload&onload=captchaScriptDidLoad")
        #expect(page.html?.contains(#"<meta name="viewport" content="width=device-width, initial-scale=1.0"#) == true)
    }

    @Test("What SmartCaptcha does not need is left out, and a language that it lacks as well")
    func defaults() throws {
        var parameters = SmartCaptchaParameters(siteKey: "ysc1_key")
        parameters.language = "ja"
        let page = try CaptchaPage.smartCaptcha(parameters, baseURL: .made("https://shop.example"))
        #expect(
            Set(try literal("parameters", of: page).keys) == ["sitekey", "webview", "invisible", "test", "hideShield"])
        #expect(!page.isInvisible)
    }

    @Test("Metadata of 512 characters is taken, one more is refused")
    func metadata() throws {
        var parameters = SmartCaptchaParameters(siteKey: "ysc1_key")
        parameters.metadata = ["name": String(repeating: "x", count: 508)]
        #expect(throws: Never.self) {
            try CaptchaPage.smartCaptcha(parameters, baseURL: .made("https://shop.example"))
        }
        parameters.metadata["n"] = ""
        let error = #expect(throws: CaptchaHandlingError.self) {
            try CaptchaPage.smartCaptcha(parameters, baseURL: .made("https://shop.example"))
        }
        #expect(error?.code == .solverFailed)
        #expect((error?.underlying as? PageFailure)?.kind == .configuration)
    }

    @Test("SmartCaptcha's own page gets its parameters as one value each")
    func hosted() throws {
        var parameters = SmartCaptchaParameters(siteKey: "ysc1_a&b=c#d %+é\"")
        var page = try CaptchaPage.hostedSmartCaptcha(parameters)
        #expect(
            page.address == "https://smartcaptcha.yandexcloud.net/webview?sitekey=ysc1_a%26b%3Dc%23d%20%25%2B%C3%A9%22")
        #expect(
            page.origins.map(\.description).sorted()
                == ["https://smartcaptcha.cloud.yandex.ru", "https://smartcaptcha.yandexcloud.net"])
        #expect(!page.reportsLoading && page.resetScript == nil && page.userScript == nil)
        parameters = SmartCaptchaParameters(siteKey: "ysc1_key")
        parameters.language = "en"
        parameters.isTest = true
        parameters.isInvisible = true
        parameters.hidesShield = true
        parameters.shieldPosition = .centerRight
        var hosts = WidgetHosts()
        hosts.smartCaptcha = try #require(WidgetHost(.made("http://127.0.0.1:8080/anything")))
        page = try CaptchaPage.hostedSmartCaptcha(parameters, hosts: hosts)
        #expect(
            page.address
                == "http://127.0.0.1:8080/webview?sitekey=ysc1_key&hl=en&test=true&invisible=true&hideShield=true&shieldPosition=center-right"
        )
        #expect(page.origins.map(\.description) == ["http://127.0.0.1:8080"])
        #expect(page.isInvisible)
    }

    @Test("Each provider's script comes from its documented address, or from a host of one's own")
    func addresses() throws {
        func script(
            _ provider: CaptchaWidget.Provider, action: String? = nil, _ parameters: [String: String] = [:],
            _ options: PageOptions = PageOptions()
        ) throws -> WidgetScript {
            try WidgetScript(
                for: CaptchaWidget(provider: provider, siteKey: "a key", action: action, parameters: parameters),
                options: options)
        }
        let ready = "onload=captchaScriptDidLoad"
        #expect(try script(.reCAPTCHA).address == "https://www.google.com/recaptcha/api.js?render=explicit&\(ready)")
        #expect(
            try script(.reCAPTCHA, action: "login").address
                == "https://www.google.com/recaptcha/api.js?render=a%20key&\(ready)")
        #expect(
            try script(.reCAPTCHA, ["recaptchaVersion": "RECAPTCHA_ENTERPRISE"]).address
                == "https://www.google.com/recaptcha/enterprise.js?render=a%20key&\(ready)")
        #expect(
            try script(.hCaptcha).address
                == "https://js.hcaptcha.com/1/api.js?render=explicit&\(ready)&recaptchacompat=off")
        #expect(
            try script(.turnstile).address
                == "https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit&\(ready)")
        #expect(try script(.friendlyCaptcha).address.hasPrefix("https://cdn.jsdelivr.net/npm/@friendlycaptcha/sdk@"))
        var options = PageOptions()
        options.language = "de-AT"
        options.hosts.reCAPTCHA = .reCAPTCHANet
        #expect(
            try script(.reCAPTCHA, [:], options).address
                == "https://www.recaptcha.net/recaptcha/api.js?render=explicit&\(ready)&hl=de-AT")
        #expect(WidgetHost(.made("ftp://example.com")) == nil)
        #expect(WidgetHost(.made("javascript:alert(1)")) == nil)
    }

    @Test("Widgets that nobody sees until they need a person are known as such")
    func invisible() throws {
        func isInvisible(_ provider: CaptchaWidget.Provider, action: String? = nil, _ parameters: [String: String])
            throws -> Bool
        {
            try WidgetScript(
                for: CaptchaWidget(provider: provider, siteKey: "key", action: action, parameters: parameters)
            ).isInvisible
        }
        #expect(try isInvisible(.smartCaptcha, ["invisible": "true"]))
        #expect(try !isInvisible(.smartCaptcha, ["invisible": "1"]))
        #expect(try isInvisible(.hCaptcha, ["size": "invisible"]))
        #expect(try isInvisible(.turnstile, ["appearance": "interaction-only"]))
        #expect(try isInvisible(.reCAPTCHA, action: "login", [:]))
        // It does not tell when its challenge opens, so it has to be on the screen.
        #expect(try !isInvisible(.reCAPTCHA, ["size": "invisible"]))
        #expect(try !isInvisible(.friendlyCaptcha, [:]))
    }

    @Test("Turnstile that goes on after the person's click does not count as closed, or it would be loaded again")
    func goingOn() throws {
        let widget = CaptchaWidget(
            provider: .turnstile, siteKey: "key", parameters: ["appearance": "interaction-only"])
        let script = try WidgetScript(for: widget).javaScript
        #expect(script.contains("\"before-interactive-callback\": on.shown"))
        #expect(!script.contains("on.hidden,"))
    }
}
