package import CaptchaRetry

/// The script that renders a provider's widget, for whatever page it stands on.
package struct WidgetScript: Sendable {
    /// The address of the provider's script, which ``javaScript`` loads.
    package let address: String
    /// What a `Content-Security-Policy` has to allow, beside a nonce for ``javaScript``.
    package let sources: WidgetSources
    /// Whether the widget has nothing to show until it reports a challenge.
    package let isInvisible: Bool
    /// Defines `startCaptcha(element, report)`, to be called once: it loads the provider's script and renders the
    /// widget into the element. It returns an object with a function `reset()`, which starts the widget anew.
    ///
    /// `report(method, data)` is called with these methods, some of them several times: `captchaDidLoad`, once more
    /// after each `reset()`; `captchaDidFinish` with the token; `challengeDidAppear`, `challengeDidDisappear`,
    /// `captchaDidExpire`; and `captchaDidFail` with `{kind, code, retryable}`, where the kind is one of
    /// ``PageFailure/Kind``.
    ///
    /// It may stand between `<script nonce="…">` and `</script>` as it is, and hands its nonce on to the provider's
    /// script. It needs no event handlers in the markup.
    package let javaScript: String

    /// The script for a widget.
    ///
    /// - Throws: ``CaptchaHandlingError`` with the code ``CaptchaHandlingError/Code/noSolverForPrompt`` for a provider
    ///   that is not known here, and ``CaptchaHandlingError/Code/solverFailed`` for parameters that its provider would
    ///   refuse.
    package init(for widget: CaptchaWidget, options: PageOptions = PageOptions()) throws(CaptchaHandlingError) {
        let parts: WidgetParts
        switch widget.provider {
        case .smartCaptcha: parts = try .smartCaptcha(SmartCaptchaParameters(widget, options), options.hosts)
        case .reCAPTCHA: parts = .reCAPTCHA(widget, options)
        case .hCaptcha: parts = .hCaptcha(widget, options)
        case .turnstile: parts = .turnstile(widget, options)
        case .friendlyCaptcha: parts = .friendlyCaptcha(widget, options)
        default:
            throw CaptchaHandlingError(.noSolverForPrompt, reason: "no widget of this provider is known")
        }
        self.init(parts)
    }

    init(_ parts: WidgetParts) {
        address = parts.address
        sources = parts.sources
        isInvisible = parts.isInvisible
        javaScript = parts.javaScript
    }
}

/// The sources that a provider's widget needs, as they stand in a `Content-Security-Policy`.
package struct WidgetSources: Hashable, Sendable {
    /// For `script-src`.
    package var scripts: [String] = []
    /// For `frame-src`.
    package var frames: [String] = []
    /// For `connect-src`.
    package var connections: [String] = []
    /// For `style-src`.
    package var styles: [String] = []
    /// For `img-src`.
    package var images: [String] = []
    /// For `worker-src`.
    package var workers: [String] = []
}
