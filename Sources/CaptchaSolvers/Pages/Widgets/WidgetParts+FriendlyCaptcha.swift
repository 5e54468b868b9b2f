import CaptchaRetry

extension WidgetParts {
    /// Friendly Captcha, version 2.
    static func friendlyCaptcha(_ widget: CaptchaWidget, _ options: PageOptions) -> WidgetParts {
        let host = options.hosts.friendlyCaptcha.description
        let servers = ["https://*.frcapi.com"]
        var parameters = further(widget)
        parameters["sitekey"] = .text(widget.siteKey)
        parameters["language"] = language(options).map { .text($0) }
        parameters["theme"] = .text(options.theme == .automatic ? "auto" : options.theme.rawValue)
        if parameters["startMode"] == nil { parameters["startMode"] = .text("auto") }
        return WidgetParts(
            // Its maker advises to name a version. This build is no module, so it runs in older browsers as well.
            address: "\(host)/npm/@friendlycaptcha/sdk@0.2.0/site.compat.min.js",
            sources: WidgetSources(
                scripts: [host], frames: servers, connections: servers, styles: ["'unsafe-inline'"], images: ["data:"]),
            callsReady: false, parameters: parameters, adapter: friendlyCaptchaAdapter)
    }

    /// The response of a failed widget, which its maker would have a form submit, is a marker and no token.
    private static let friendlyCaptchaAdapter = """
        (element, parameters, settings, on) => {
            const widget = window.frcaptcha.createWidget(Object.assign({ element: element }, parameters));
            const failed = (error) => {
                const code = (error && error.code) || "error";
                if (code === "network_error") on.fail("network", code, true);
                else if (/^sitekey_/.test(code)) on.fail("configuration", code, false);
                else on.fail("other", code, false);
            };
            widget.addEventListener("frc:widget.complete", (event) => on.token(event.detail.response));
            widget.addEventListener("frc:widget.expire", () => on.expired());
            widget.addEventListener("frc:widget.error", (event) => failed(event.detail.error));
            return { reset: () => widget.reset() };
        }
        """
}
