import CaptchaRetry
import CaptchaSolvers
import Foundation
import Testing

@Suite("VK's captcha page")
struct VKPageTests {
    private let page: CaptchaPage

    init() throws { page = try .robotCheck() }

    @Test("The page is loaded as it is, or with VK's number of the language behind it")
    func address() throws {
        let url = "https://id.vk.ru/not_robot_captcha?session_token=a%2Bb%3D&blank=1"
        #expect(try CaptchaPage.vk(.made(url)).address == url)
        #expect(try CaptchaPage.vk(.made(url), language: "ru").address == url + "&lang_id=0")
        #expect(try CaptchaPage.vk(.made(url), language: "JA").address == url + "&lang_id=3")
        #expect(
            try CaptchaPage.vk(.made("https://vk.ru/challenge.html"), language: "be").address
                == "https://vk.ru/challenge.html?lang_id=114")
        #expect(try CaptchaPage.vk(.made(url + "&lang_id=4"), language: "ru").address == url + "&lang_id=4")
        #expect(!page.isInvisible)
        #expect(page.messageHandlers == ["NativeClient", "VKCaptchaGetResult", "VKCaptchaCloseCaptcha"])
        for address in ["file:///etc/passwd", "javascript:alert(1)", "tel:1", "about:blank", "/relative"] {
            #expect(throws: CaptchaHandlingError.self) { try CaptchaPage.vk(.made(address)) }
        }
    }

    @Test("A result is a token, whichever way it comes")
    func result() throws {
        let token = PageEvent.token(try CaptchaToken("abc"))
        #expect(page.event(["method": "VKCaptchaGetResult", "data": #"{"token":"abc"}"#]) == token)
        #expect(page.event(["method": "VKCaptchaGetResult", "data": ["token": "abc"]] as [String: Any]) == token)
        #expect(page.event(#"{"token":"abc"}"#, by: "VKCaptchaGetResult") == token)
        #expect(page.event(["token": "abc", "more": [1]] as [String: Any], by: "VKCaptchaGetResult") == token)
        let envelope: [String: Any] = [
            "type": "vk-sak-sdk", "handler": "VKCaptchaGetResult", "params": ["token": "abc"], "id": 7,
        ]
        #expect(page.event(envelope) == token)
        #expect(page.event(#"{"type":"vk-sak-sdk","handler":"VKCaptchaGetResult","params":{"token":"abc"}}"#) == token)
    }

    @Test("The page's other messages are read")
    func others() {
        func envelope(_ handler: String, _ parameters: Any = [String: Any]()) -> PageEvent? {
            page.event(["type": "vk-sak-sdk", "handler": handler, "params": parameters] as [String: Any])
        }
        #expect(envelope("VKCaptchaCloseCaptcha") == .closed)
        #expect(envelope("common: close") == .closed)
        #expect(envelope("common: load") == .loaded)
        #expect(envelope("common: show") == .shown)
        #expect(envelope("common: hide") == .hidden)
        #expect(envelope("common: resize", ["height": 300]) == .resized(width: 0, height: 300))
        #expect(page.event("", by: "VKCaptchaCloseCaptcha") == .closed)
        #expect(page.event(["method": "VKCaptchaCloseCaptcha", "data": ""]) == .closed)
        for handler in ["common: start load", "VKCaptchaListenSensorsStart", "VKCaptchaUserClose", "common: new", ""] {
            #expect(envelope(handler) == nil)
        }
    }

    @Test("A bot verdict, a limit and an error are told apart")
    func verdicts() {
        func failure(_ status: String, by handler: String = "VKCaptchaGetResult") -> PageFailure? {
            guard case .failed(let failure) = page.event(["status": status], by: handler) else { return nil }
            return failure
        }
        #expect(failure("BOT")?.kind == .refused)
        #expect(failure("ERROR_LIMIT")?.kind == .rateLimited)
        #expect(failure("ERROR")?.kind == .other)
        #expect(failure("OK") == nil)
        let body: [String: Any] = ["type": "vk-sak-sdk", "handler": "common: error", "params": ["details": "secret"]]
        #expect(page.event(body) == .failed(PageFailure(.other, code: "VK's page reports an error")))
        #expect(
            page.event(["type": "vk-sak-sdk", "handler": "common: error", "params": ["code": "BOT"]] as [String: Any])
                == .failed(PageFailure(.refused, code: "BOT")))
    }

    @Test("A result without a token is no token, and its text goes nowhere")
    func noToken() {
        for body in ["abc", "", "{}", #"{"token":""}"#, #"{"token":null}"#, #"{"token":{"token":"abc"}}"#, "[\"abc\"]"]
        {
            #expect(page.event(body, by: "VKCaptchaGetResult") == nil, "\(body)")
            #expect(page.event(["method": "VKCaptchaGetResult", "data": body]) == nil, "\(body)")
        }
    }

    @Test("Only VK's hosts and the page's own are listened to, in the main frame")
    func senders() throws {
        let own = try CaptchaPage.vk(.made("https://api.shop.example:8443/challenge.html"))
        let body = ["method": "VKCaptchaCloseCaptcha", "data": ""]
        for address in ["https://id.vk.ru", "https://id.vk.com", "https://api.shop.example:8443"] {
            #expect(own.event(body, at: address) == .closed)
            #expect(own.event(body, isMainFrame: false, at: address) == nil)
        }
        for address in [
            "http://id.vk.ru", "https://vk.ru", "https://evil.id.vk.ru", "https://id.vk.ru.evil.example",
            "https://id.vk.ru:8443",
            "https://api.shop.example", "https://xid.vk.com",
        ] {
            #expect(own.event(body, at: address) == nil, "\(address)")
        }
        #expect(page.event(body, at: "https://api.shop.example:8443") == nil)
    }

    @Test("A description shows no session")
    func description() {
        #expect("\(page)" == "CaptchaPage(https://id.vk.com, https://id.vk.ru)")
        var dumped = ""
        dump(page, to: &dumped)
        #expect(!dumped.contains("session_token"))
        #expect(!String(reflecting: page).contains("session_token"))
    }
}
