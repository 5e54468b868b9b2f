public import CaptchaRetry
public import Foundation

extension CaptchaPage {
    /// VK's captcha page, at the `redirect_uri` of error 14 or the `X-Challenge-Url` of the header challenge.
    ///
    /// How the page talks to an app on Apple platforms is not documented, so this is offered to it, all of it to be
    /// confirmed with a real page: the object `AndroidBridge` that it calls on Android, the messages that it posts to
    /// the window around it on the web, and message handlers with the names of the Android calls. Messages count from
    /// the main frame at `https://id.vk.ru`, at `https://id.vk.com`, or at the page's own origin. A page that takes the
    /// app for one on Android may ask for readings of sensors; it gets none.
    ///
    /// - Parameters:
    ///   - address: The page. Its session lives for five minutes.
    ///   - language: The language as a two-letter code. VK gets it as `lang_id`; English stands in for those that it
    ///     does not have, and `nil` leaves it to VK.
    /// - Throws: ``CaptchaHandlingError`` with the code ``CaptchaHandlingError/Code/noSolverForPrompt`` for an address
    ///   that is not on the web.
    public static func vk(_ address: URL, language: String? = nil) throws(CaptchaHandlingError) -> CaptchaPage {
        guard WidgetHost(address) != nil, let own = Origin(address) else {
            throw CaptchaHandlingError(.noSolverForPrompt, reason: "VK's page has no address on the web")
        }
        return CaptchaPage(
            .address(language.map { adding(language: $0, to: address) } ?? address),
            messageHandlers: [nativeClient, VKPageMessage.result, VKPageMessage.close],
            origins: vkOrigins.union([own]), userScript: vkBridge, dialect: .vk)
    }

    /// VK's own; the first was `id.vk.com`.
    static let vkOrigins = Set(
        ["https://id.vk.ru", "https://id.vk.com"].compactMap { URL(string: $0) }.compactMap(Origin.init))

    /// VK's numbers for languages, as its clients have them.
    private static let languageNumbers = [
        "ru": 0, "uk": 1, "en": 3, "es": 4, "de": 6, "pl": 15, "fr": 16, "uz": 65, "tr": 82, "kk": 97, "be": 114,
    ]

    /// Appended as text: the rest of the address, which holds a signed session, stays letter for letter.
    private static func adding(language: String, to address: URL) -> URL {
        let text = address.absoluteString
        guard !text.contains("lang_id="), !text.contains("#") else { return address }
        let number = languageNumbers[language.lowercased()] ?? languageNumbers["en"] ?? 3
        return URL(string: "\(text)\(text.contains("?") ? "&" : "?")lang_id=\(number)") ?? address
    }

    /// Passes on what VK's page says, on any way that is known from other systems.
    ///
    /// A message counts only if the page posted it to its own window from its own origin: a frame within might be
    /// anybody's.
    static let vkBridge = """
        (() => {
            "use strict";
            const client = window.webkit && window.webkit.messageHandlers && window.webkit.messageHandlers.NativeClient;
            if (!client || window !== window.top) return;
            const names = ["VKCaptchaGetResult", "VKCaptchaCloseCaptcha"];
            if (!window.AndroidBridge) {
                const bridge = { VKCaptchaListenSensorsStart() {}, VKCaptchaListenSensorsStop() {} };
                for (const name of names) {
                    bridge[name] = (data) => client.postMessage({ method: name, data: data === undefined ? "" : data });
                }
                window.AndroidBridge = bridge;
            }
            window.addEventListener("message", (event) => {
                if (event.source !== window || event.origin !== window.location.origin) return;
                const message = event.data;
                if (!message || message.type !== "vk-sak-sdk" || typeof message.handler !== "string") return;
                const data = message.params === undefined ? "" : message.params;
                client.postMessage({ method: message.handler, data: data });
            });
        })();
        """
}
