import CaptchaRetry

extension WidgetParts {
    /// hCaptcha.
    static func hCaptcha(_ widget: CaptchaWidget, _ options: PageOptions) -> WidgetParts {
        let host = options.hosts.hCaptcha.description
        let language = language(options).map { "&hl=\($0)" } ?? ""
        let sources = Array(Set([host, "https://hcaptcha.com", "https://*.hcaptcha.com"])).sorted()
        var parameters = further(widget, without: ["rqdata"])
        parameters["sitekey"] = .text(widget.siteKey)
        return WidgetParts(
            address: "\(host)/1/api.js?render=explicit&onload=\(ready)&recaptchacompat=off\(language)",
            sources: WidgetSources(
                scripts: sources, frames: sources, connections: sources, styles: sources + ["'unsafe-inline'"],
                images: sources + ["data:"]),
            isInvisible: widget.parameters["size"] == "invisible", parameters: parameters,
            settings: [
                "rqdata": .text(widget.parameters["rqdata"] ?? ""), "theme": .text(options.theme.rawValue),
            ], adapter: hCaptchaAdapter)
    }

    private static let hCaptchaAdapter = """
        (element, parameters, settings, on) => {
            const captcha = window.hcaptcha;
            const failed = (code) => {
                switch (code) {
                case "challenge-closed": return;
                case "challenge-expired": return on.expired();
                case "network-error": return on.fail("network", code, true);
                case "rate-limited": return on.fail("rate limited", code, false);
                case "script-error": return on.fail("script", code, false);
                case "invalid-data": case "missing-sitekey": case "invalid-captcha-id":
                    return on.fail("configuration", code, false);
                default: return on.fail("other", code || "error-callback", false);
                }
            };
            const isDark = settings.theme === "dark" ||
                (settings.theme === "automatic" && window.matchMedia("(prefers-color-scheme: dark)").matches);
            const widget = captcha.render(element, Object.assign({ theme: isDark ? "dark" : "light" }, parameters, {
                "callback": on.token,
                "expired-callback": on.expired,
                "chalexpired-callback": on.expired,
                "open-callback": on.shown,
                "close-callback": on.hidden,
                "error-callback": failed,
            }));
            return {
                start: () => {
                    if (settings.rqdata) captcha.setData(widget, { rqdata: settings.rqdata });
                    if (parameters.size === "invisible") captcha.execute(widget);
                },
                reset: () => captcha.reset(widget),
            };
        }
        """
}
