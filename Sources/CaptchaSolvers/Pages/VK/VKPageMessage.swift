/// The messages of VK's captcha page.
///
/// VK documents none of them. What is known is from its clients for Android and for the web:
///
/// - Android: calls of `AndroidBridge`, each with JSON text: `VKCaptchaGetResult({"token": …})`,
///   `VKCaptchaCloseCaptcha`, and two about sensors, which only feed VK's scoring;
/// - web: `{"type": "vk-sak-sdk", "handler": …, "params": …}` posted to the window around it, with the same names and
///   `common: load`, `common: show`, `common: hide`, `common: close`, `common: error` and `common: resize`.
///
/// Which message handlers the page talks to on Apple platforms is not known; ``CaptchaPage/vk(_:language:)`` offers it
/// both of these ways, and handlers that have the Android names. How a bot verdict is reported, if at all, is not known
/// either: the names of the verdicts are those of the answers that the page itself gets.
enum VKPageMessage {
    static let result = "VKCaptchaGetResult"
    static let close = "VKCaptchaCloseCaptcha"

    private static let envelope = "vk-sak-sdk"

    static func event(_ message: MessageValue, handler: String) -> PageEvent? {
        guard handler == CaptchaPage.nativeClient else { return event(handler, message.parsed) }
        if message["type"]?.text == envelope {
            return message["handler"]?.text.flatMap { event($0, message["params"]?.parsed) }
        }
        return message["method"]?.text.flatMap { event($0, message["data"]?.parsed) }
    }

    private static func event(_ name: String, _ parameters: MessageValue?) -> PageEvent? {
        switch name {
        case result: PageEvent.token(parameters?["token"] ?? parameters?["success_token"]) ?? verdict(parameters)
        case close, "common: close": .closed
        case "common: load": .loaded
        case "common: show": .shown
        case "common: hide": .hidden
        case "common: error": verdict(parameters) ?? .failed(PageFailure(.other, code: "VK's page reports an error"))
        case "common: resize": .resized(width: .native("0"), height: parameters?["height"])
        default: nil
        }
    }

    /// Only the names that are known: other text might be a token in a place where nobody expects it.
    private static func verdict(_ parameters: MessageValue?) -> PageEvent? {
        switch ["status", "error", "code"].lazy.compactMap({ parameters?[$0]?.text }).first {
        case "BOT": .failed(PageFailure(.refused, code: "BOT"))
        case "ERROR_LIMIT": .failed(PageFailure(.rateLimited, code: "ERROR_LIMIT"))
        case "ERROR": .failed(PageFailure(.other, code: "ERROR"))
        default: nil
        }
    }
}
