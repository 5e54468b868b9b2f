public import CaptchaRetry
public import Foundation

extension CaptchaPage {
    /// A page with a provider's widget and nothing else.
    ///
    /// What stands in ``CaptchaWidget/parameters`` goes to the provider's `render` by the provider's own names, but for
    /// site keys and names of functions. These have a meaning here as well:
    ///
    /// | provider | parameter | meaning |
    /// |---|---|---|
    /// | SmartCaptcha | `hl`, `test`, `webview`, `invisible`, `hideShield`, `shieldPosition` | as documented; others are left out |
    /// | reCAPTCHA | `recaptchaVersion`: `RECAPTCHA_ENTERPRISE` | the score of Enterprise |
    /// | reCAPTCHA | `version`: `3` | the score of version 3, as with an action |
    /// | hCaptcha | `size`: `invisible` | nothing is shown until there is a challenge |
    /// | hCaptcha | `rqdata` | the request data of Enterprise |
    /// | Turnstile | `appearance`: `interaction-only` | nothing is shown until there is a challenge |
    ///
    /// - Parameters:
    ///   - widget: The widget. Its own ``CaptchaWidget/page`` does not count here.
    ///   - baseURL: What the page pretends to be, as providers hand out a site key for certain domains. Its origin is
    ///     the one whose messages count.
    ///   - options: How it looks, and where the provider's script comes from.
    /// - Throws: ``CaptchaHandlingError`` with the code ``CaptchaHandlingError/Code/noSolverForPrompt`` for a provider
    ///   that is not known here or a base URL that is not on the web, and ``CaptchaHandlingError/Code/solverFailed``
    ///   for parameters that the provider would refuse.
    public static func widget(
        _ widget: CaptchaWidget, baseURL: URL, options: PageOptions = PageOptions()
    ) throws(CaptchaHandlingError) -> CaptchaPage {
        try page(with: WidgetScript(for: widget, options: options), baseURL: baseURL, options)
    }

    /// A page with SmartCaptcha's widget and nothing else, visible or invisible.
    ///
    /// Unlike SmartCaptcha's own page it also says when the widget is there, when a token has expired, and what failed.
    ///
    /// - Parameters:
    ///   - parameters: The parameters of the widget.
    ///   - baseURL: What the page pretends to be: a page on one of the domains that are entered for the key.
    ///   - options: How it looks, and where SmartCaptcha's script comes from. The language is that of the parameters.
    /// - Throws: ``CaptchaHandlingError`` with the code ``CaptchaHandlingError/Code/noSolverForPrompt`` for a base URL
    ///   that is not on the web, and ``CaptchaHandlingError/Code/solverFailed`` for metadata that is too long.
    public static func smartCaptcha(
        _ parameters: SmartCaptchaParameters, baseURL: URL, options: PageOptions = PageOptions()
    ) throws(CaptchaHandlingError) -> CaptchaPage {
        try page(with: WidgetScript(try .smartCaptcha(parameters, options.hosts)), baseURL: baseURL, options)
    }

    private static func page(
        with script: WidgetScript, baseURL: URL, _ options: PageOptions
    ) throws(CaptchaHandlingError) -> CaptchaPage {
        guard let origin = Origin(baseURL), WidgetHost(baseURL) != nil else {
            throw CaptchaHandlingError(.noSolverForPrompt, reason: "the base URL of the page is not on the web")
        }
        return CaptchaPage(
            .html(html(script, options), baseURL: baseURL), origins: [origin], isInvisible: script.isInvisible,
            reportsLoading: true, resetScript: "window.captcha && window.captcha.reset();")
    }

    /// The viewport keeps SmartCaptcha's widget from being stretched.
    private static func html(_ script: WidgetScript, _ options: PageOptions) -> String {
        let scheme = options.theme == .automatic ? "light dark" : options.theme.rawValue
        return """
            <!DOCTYPE html>
            <html lang="\(WidgetParts.language(options) ?? "")">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1.0, maximum-scale=1.0, user-scalable=no">
            <meta name="color-scheme" content="\(scheme)">
            <title></title>
            <style>
            body { margin: 0; padding: 16px; min-height: calc(100vh - 32px); display: grid; place-items: center; }
            #captcha { width: 100%; max-width: 480px; display: grid; place-items: center; }
            </style>
            </head>
            <body>
            <div id="captcha"></div>
            <script>
            \(script.javaScript)
            window.captcha = startCaptcha(document.getElementById("captcha"), (method, data) => {
                const handlers = window.webkit && window.webkit.messageHandlers;
                const client = handlers && handlers.\(nativeClient);
                if (client) client.postMessage({ method: method, data: data === undefined ? "" : data });
            });
            </script>
            </body>
            </html>
            """
    }
}
