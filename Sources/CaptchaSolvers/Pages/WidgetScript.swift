package import CaptchaRetry

/// The script that renders a provider's widget, for whatever page it stands on.
package struct WidgetScript: Sendable {
    /// The address of the provider's script.
    package let address: String
    /// What a `Content-Security-Policy` has to allow, beside a nonce for ``javaScript``.
    package let sources: WidgetSources
    /// Whether the widget has nothing to show until it reports a challenge.
    package let isInvisible: Bool
    /// Defines `startCaptcha(element, report)`, which loads the provider's script and renders the widget into the
    /// element. It returns an object with a function `reset()`.
    ///
    /// `report(method, data)` is called with these methods: `captchaDidLoad`, `captchaDidFinish` (the token),
    /// `challengeDidAppear`, `challengeDidDisappear`, `captchaDidExpire`, `captchaDidFail`
    /// (`{kind, code, retryable}`).
    ///
    /// It may stand between `<script nonce="…">` and `</script>` as it is.
    package let javaScript: String

    /// The script for a widget.
    ///
    /// - Throws: ``CaptchaHandlingError`` with the code ``CaptchaHandlingError/Code/noSolverForPrompt`` for a provider
    ///   that is not known here.
    package init(for widget: CaptchaWidget, options: PageOptions = PageOptions()) throws(CaptchaHandlingError) {
        throw CaptchaHandlingError(.noSolverForPrompt)
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
