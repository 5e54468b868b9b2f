import CaptchaRetry

extension WidgetParts {
    /// Cloudflare Turnstile.
    static func turnstile(_ widget: CaptchaWidget, _ options: PageOptions) -> WidgetParts {
        let host = options.hosts.turnstile.description
        var parameters = further(widget)
        parameters["sitekey"] = .text(widget.siteKey)
        parameters["action"] = widget.action.map { .text($0) }
        parameters["language"] = .text(language(options) ?? "auto")
        parameters["theme"] = .text(options.theme == .automatic ? "auto" : options.theme.rawValue)
        // Who shows the page decides what happens next: two that try again would get in each other's way.
        parameters["retry"] = .text("never")
        parameters["refresh-expired"] = .text("manual")
        parameters["refresh-timeout"] = .text("manual")
        return WidgetParts(
            address: "\(host)/turnstile/v0/api.js?render=explicit&onload=\(ready)",
            sources: WidgetSources(
                scripts: [host], frames: [host], connections: [host], styles: ["'unsafe-inline'"],
                images: [host, "data:"]),
            isInvisible: widget.parameters["appearance"] == "interaction-only", parameters: parameters,
            adapter: turnstileAdapter)
    }

    /// The groups of codes are those of Cloudflare's table of client-side errors.
    private static let turnstileAdapter = """
        (element, parameters, settings, on) => {
            const captcha = window.turnstile;
            const failed = (code) => {
                const text = String(code);
                if (/^(1101|1102|1104|105)/.test(text)) on.fail("configuration", text, false);
                else if (/^(102|103|104|106|1106|300|600)/.test(text)) on.fail("other", text, true);
                else on.fail("other", text, false);
                return true;
            };
            const widget = captcha.render(element, Object.assign({}, parameters, {
                "callback": on.token,
                "error-callback": failed,
                "expired-callback": on.expired,
                "timeout-callback": on.expired,
                // Not `after-interactive-callback`: nobody closed anything then, and the check goes on with the click.
                "before-interactive-callback": on.shown,
                "unsupported-callback": () => on.fail("other", "the browser is not supported", false),
            }));
            return {
                start: () => { if (parameters.execution === "execute") captcha.execute(element); },
                reset: () => captcha.reset(widget),
            };
        }
        """
}
