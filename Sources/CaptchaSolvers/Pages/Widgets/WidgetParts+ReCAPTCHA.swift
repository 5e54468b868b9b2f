import CaptchaRetry

extension WidgetParts {
    /// reCAPTCHA: the check box of version 2, or the score of version 3 and of Enterprise, which nobody sees.
    ///
    /// A widget is for a score if it names an action or if its parameter `version` is `3`, and for Enterprise if its
    /// parameter `recaptchaVersion` is `RECAPTCHA_ENTERPRISE`, as Firebase calls it.
    static func reCAPTCHA(_ widget: CaptchaWidget, _ options: PageOptions) -> WidgetParts {
        let host = options.hosts.reCAPTCHA.description
        let isEnterprise = widget.parameters["recaptchaVersion"] == "RECAPTCHA_ENTERPRISE"
        let isForScore = isEnterprise || widget.action != nil || widget.parameters["version"] == "3"
        let language = language(options).map { "&hl=\($0)" } ?? ""
        let render = isForScore ? percentEncoded(widget.siteKey) : "explicit"
        let place = "\(host)/recaptcha/"
        var parameters = further(widget, without: ["version", "recaptchaversion"])
        parameters["sitekey"] = .text(widget.siteKey)
        parameters["action"] = widget.action.map { .text($0) }
        return WidgetParts(
            address: "\(place)\(isEnterprise ? "enterprise" : "api").js?render=\(render)&onload=\(ready)\(language)",
            sources: WidgetSources(
                scripts: [place, "https://www.gstatic.com/recaptcha/"],
                frames: [place, "https://recaptcha.google.com/recaptcha/"], connections: [place],
                styles: ["'unsafe-inline'"], images: [place, "https://www.gstatic.com/recaptcha/", "data:"]),
            isInvisible: isForScore, parameters: parameters,
            settings: [
                "enterprise": .flag(isEnterprise), "score": .flag(isForScore), "theme": .text(options.theme.rawValue),
            ], adapter: reCAPTCHAAdapter)
    }

    /// Everything but letters and digits, so that a site key from outside stays one value of the query.
    static func percentEncoded(_ text: String) -> String {
        text.utf8.map { byte in
            let isPlain = byte < 0x80 && (Character(Unicode.Scalar(byte)).isLetter || (0x30...0x39).contains(byte))
            if isPlain || "-._~".utf8.contains(byte) { return String(Unicode.Scalar(byte)) }
            let digits = String(byte, radix: 16, uppercase: true)
            return "%" + (digits.count < 2 ? "0" : "") + digits
        }.joined()
    }

    /// It tells neither when its challenge opens nor why it failed.
    private static let reCAPTCHAAdapter = """
        (element, parameters, settings, on) => {
            const captcha = settings.enterprise ? window.grecaptcha.enterprise : window.grecaptcha;
            if (settings.score) {
                const start = () => captcha.ready(() => {
                    const action = parameters.action === undefined ? {} : { action: parameters.action };
                    captcha.execute(parameters.sitekey, action).then(on.token, (error) =>
                        on.fail("script", (error && error.message) || error || "execute", false));
                });
                return { start: start, reset: () => {} };
            }
            const isDark = settings.theme === "dark" ||
                (settings.theme === "automatic" && window.matchMedia("(prefers-color-scheme: dark)").matches);
            const widget = captcha.render(element, Object.assign({ theme: isDark ? "dark" : "light" }, parameters, {
                "callback": on.token,
                "expired-callback": on.expired,
                "error-callback": () => on.fail("network", "error-callback", true),
            }));
            return {
                start: () => { if (parameters.size === "invisible") captcha.execute(widget); },
                reset: () => captcha.reset(widget),
            };
        }
        """
}
