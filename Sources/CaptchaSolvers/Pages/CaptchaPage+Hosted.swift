public import CaptchaRetry
public import Foundation

extension CaptchaPage {
    /// A page of your own on your own server, which says how it went.
    ///
    /// Its main frame posts messages to `window.webkit.messageHandlers.NativeClient`, each `{"method": …, "data": …}`:
    ///
    /// | method | data | means |
    /// |---|---|---|
    /// | `captchaDidFinish` | the token | ``PageEvent/token(_:)`` |
    /// | `challengeDidAppear` | | ``PageEvent/shown`` |
    /// | `challengeDidDisappear` | | ``PageEvent/hidden`` |
    /// | `captchaDidExpire` | | ``PageEvent/expired``; the page is loaded again |
    /// | `captchaDidFail` | `{"kind": …, "code": …, "retryable": …}` | ``PageEvent/failed(_:)``; see ``PageFailure/Kind`` |
    /// | `captchaDidClose` | | ``PageEvent/closed`` |
    ///
    /// The first three are those of SmartCaptcha's documentation, so a page that was made by it will do.
    ///
    /// - Parameters:
    ///   - address: The page, on the web. Messages count from its origin alone.
    ///   - isInvisible: Whether it has nothing to show until it posts `challengeDidAppear`.
    /// - Throws: ``CaptchaHandlingError`` with the code ``CaptchaHandlingError/Code/noSolverForPrompt`` for an address
    ///   that is not on the web.
    public static func hosted(
        _ address: URL, isInvisible: Bool = false
    ) throws(CaptchaHandlingError) -> CaptchaPage {
        guard WidgetHost(address) != nil, let origin = Origin(address) else {
            throw CaptchaHandlingError(.noSolverForPrompt, reason: "the page has no address on the web")
        }
        return CaptchaPage(.address(address), origins: [origin], isInvisible: isInvisible)
    }
}
