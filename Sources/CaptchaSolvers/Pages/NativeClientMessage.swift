/// The messages of SmartCaptcha's page for web views, and of this package's own pages.
///
/// A message is `{"method": …, "data": …}`. SmartCaptcha's own page sends the first three methods of this table, and
/// may add `"size": {"width": …, "height": …}` to any message.
///
/// | method | data |
/// |---|---|
/// | `captchaDidFinish` | the token |
/// | `challengeDidAppear` | |
/// | `challengeDidDisappear` | |
/// | `captchaDidLoad` | |
/// | `captchaDidExpire` | |
/// | `captchaDidFail` | `{"kind": …, "code": …, "retryable": …}` |
/// | `captchaDidClose` | |
enum NativeClientMessage {
    static func event(_ message: MessageValue) -> PageEvent? {
        let data = message["data"]
        switch message["method"]?.text {
        case "captchaDidLoad": return .loaded
        case "captchaDidFinish": return .token(data)
        case "challengeDidAppear": return .shown
        case "challengeDidDisappear": return .hidden
        case "captchaDidExpire": return .expired
        case "captchaDidFail": return .failed(failure(data?.parsed))
        case "captchaDidClose": return .closed
        default:
            let size = message["size"]
            return .resized(width: size?["width"], height: size?["height"])
        }
    }

    private static func failure(_ data: MessageValue?) -> PageFailure {
        let kind = data?["kind"]?.text.map(PageFailure.Kind.init(named:)) ?? .other
        let code = data?["code"]?.text ?? data?.text
        return PageFailure(kind, code: code, isRetryable: data?["retryable"]?.isTrue ?? false)
    }
}
