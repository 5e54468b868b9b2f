import CaptchaRetry
import CaptchaSolvers
import Foundation

extension URL {
    /// A URL of this text, which has to be one.
    static func made(_ text: String) -> URL { URL(string: text) ?? URL(fileURLWithPath: "/not-a-url") }
}

extension CaptchaPage {
    /// A page with SmartCaptcha's widget at `https://shop.example`.
    static func shop(isInvisible: Bool = false) throws -> CaptchaPage {
        var parameters = SmartCaptchaParameters(siteKey: "ysc1_key")
        parameters.isInvisible = isInvisible
        return try .smartCaptcha(parameters, baseURL: .made("https://shop.example/login"))
    }

    /// VK's page, of a session that is nobody's.
    static func robotCheck() throws -> CaptchaPage {
        try .vk(.made("https://id.vk.ru/not_robot_captcha?domain=vk.com&session_token=abc&variant=popup&blank=1"))
    }

    /// The document, if it is one of our own.
    var html: String? {
        if case .html(let html, _) = content { html } else { nil }
    }

    /// The address, if it is somebody else's.
    var address: String? {
        if case .address(let url) = content { url.absoluteString } else { nil }
    }

    /// What a message of this body says, sent by the main frame from where it should be.
    func event(
        _ body: Any?, by handler: String = nativeClient, isMainFrame: Bool = true, at address: String? = nil
    ) -> PageEvent? {
        let origin = address.map { URL(string: $0).flatMap(Origin.init) } ?? origins.sorted().first
        return event(from: PageMessage(body: body, handler: handler, isMainFrame: isMainFrame, origin: origin))
    }
}

extension Set<Origin> {
    fileprivate func sorted() -> [Origin] { sorted { $0.description < $1.description } }
}
