import CaptchaRetry
import CaptchaSolvers
import Foundation
import Testing

@Suite("The page for a challenge")
struct CaptchaPageChallengeTests {
    private func page(
        _ prompt: CaptchaPrompt, scheme: String = "test", origin: String? = "https://api.shop.example",
        _ configure: (inout PageOptions) -> Void = { _ in }
    ) throws -> CaptchaPage {
        var options = PageOptions()
        configure(&options)
        let origin = origin.flatMap { Origin(.made($0)) }
        return try CaptchaPage(for: CaptchaChallenge(scheme: scheme, origin: origin, prompt: prompt), options: options)
    }

    private func base(_ page: CaptchaPage) -> String? {
        if case .html(_, let base) = page.content { base.absoluteString } else { nil }
    }

    @Test("A page of VK, or of a backend that passes VK's on, gets the bridge to VK")
    func vk() throws {
        let prompt = CaptchaPrompt.page(.made("https://id.vk.ru/not_robot_captcha?session_token=abc"))
        #expect(try page(prompt, scheme: "vk").messageHandlers.contains("VKCaptchaGetResult"))
        #expect(try page(prompt, scheme: "own").messageHandlers.contains("VKCaptchaGetResult"))
        #expect(try page(prompt) { $0.language = "ru" }.address?.hasSuffix("&lang_id=0") == true)
        let header = try page(.page(.made("https://api.vk.ru/challenge.html")), scheme: "vk.domain")
        #expect(header.messageHandlers.contains("VKCaptchaGetResult"))
    }

    @Test(
        "Prompts that no page can answer say so",
        arguments: [
            CaptchaPrompt.page(.made("https://example.com/wall")), .question("2 + 2?"),
            .picture(.made("https://example.com/p")),
            .hostedProcess(.made("https://example.com"), reference: nil), .unanswerable("no"),
            .widget(CaptchaWidget(provider: .init(rawValue: "made up"), siteKey: "key")),
            .page(.made("file:///etc/passwd")),
        ])
    func noPage(prompt: CaptchaPrompt) {
        let error = #expect(throws: CaptchaHandlingError.self) { try page(prompt) }
        #expect(error?.code == .noSolverForPrompt)
    }

    @Test(
        "Every provider's widget has a page",
        arguments: [CaptchaWidget.Provider.smartCaptcha, .reCAPTCHA, .hCaptcha, .turnstile, .friendlyCaptcha])
    func widgets(provider: CaptchaWidget.Provider) throws {
        let page = try page(.widget(CaptchaWidget(provider: provider, siteKey: "a-key")))
        #expect(page.html?.contains("\"sitekey\": \"a-key\"") == true)
        #expect(page.messageHandlers == ["NativeClient"])
        #expect(page.origins.map(\.description) == ["https://api.shop.example"])
    }

    @Test("A widget's page is the one that it names, else the one of the options, else the challenge's origin")
    func baseURLs() throws {
        var widget = CaptchaWidget(provider: .turnstile, siteKey: "key")
        #expect(try base(page(.widget(widget))) == "https://api.shop.example/")
        let other = URL.made("https://www.shop.example/login")
        #expect(try base(page(.widget(widget)) { $0.baseURL = other }) == "https://www.shop.example/login")
        widget.page = .made("https://id.shop.example/signup?x=1")
        #expect(try base(page(.widget(widget)) { $0.baseURL = other }) == "https://id.shop.example/signup?x=1")
        widget.page = nil
        let error = #expect(throws: CaptchaHandlingError.self) { try page(.widget(widget), origin: nil) }
        #expect(error?.code == .noSolverForPrompt)
        widget.page = .made("file:///etc/passwd")
        #expect(throws: CaptchaHandlingError.self) { try page(.widget(widget)) }
    }

    @Test("SmartCaptcha's own page is used where the options say so")
    func hosted() throws {
        let parameters = ["invisible": "true", "hl": "ru", "test": "TRUE", "shieldPosition": "top-left"]
        let widget = CaptchaWidget(provider: .smartCaptcha, siteKey: "ysc1_key", parameters: parameters)
        let page = try page(.widget(widget)) { $0.usesHostedSmartCaptcha = true }
        #expect(
            page.address
                == "https://smartcaptcha.yandexcloud.net/webview?sitekey=ysc1_key&hl=ru&invisible=true&shieldPosition=top-left"
        )
        #expect(page.isInvisible)
    }

    @Test("A page of one's own is listened to at its origin alone, and shows itself when it is told to")
    func own() throws {
        let page = try CaptchaPage.hosted(.made("https://shop.example/captcha?app=1"), isInvisible: true)
        #expect(page.address == "https://shop.example/captcha?app=1")
        #expect(page.isInvisible && page.userScript == nil)
        #expect(page.event(["method": "challengeDidAppear", "data": ""], at: "https://shop.example") == .shown)
        #expect(page.event(["method": "challengeDidAppear", "data": ""], at: "https://www.shop.example") == nil)
        for address in ["file:///etc/passwd", "myapp://captcha", "about:blank"] {
            let error = #expect(throws: CaptchaHandlingError.self) { try CaptchaPage.hosted(.made(address)) }
            #expect(error?.code == .noSolverForPrompt)
        }
    }
}
