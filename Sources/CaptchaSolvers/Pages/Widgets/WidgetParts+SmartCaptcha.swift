import CaptchaRetry

extension WidgetParts {
    /// SmartCaptcha, rendered by hand: its automatic rendering has no invisible mode.
    static func smartCaptcha(
        _ parameters: SmartCaptchaParameters, _ hosts: WidgetHosts
    ) throws(CaptchaHandlingError) -> WidgetParts {
        let host = hosts.smartCaptcha.description
        return WidgetParts(
            address: "\(host)/captcha.js?render=onload&onload=\(ready)",
            sources: WidgetSources(
                scripts: [host], frames: [host], connections: [host], styles: ["'unsafe-inline'"],
                images: [host, "data:"]),
            isInvisible: parameters.isInvisible, parameters: try parameters.literals, adapter: smartCaptchaAdapter)
    }

    private static let smartCaptchaAdapter = """
        (element, parameters, settings, on) => {
            const captcha = window.smartCaptcha;
            const widget = captcha.render(element, parameters);
            captcha.subscribe(widget, "success", on.token);
            captcha.subscribe(widget, "challenge-visible", on.shown);
            captcha.subscribe(widget, "challenge-hidden", on.hidden);
            captcha.subscribe(widget, "token-expired", on.expired);
            captcha.subscribe(widget, "network-error", () => on.fail("network", "network-error", true));
            captcha.subscribe(widget, "javascript-error", (error) =>
                on.fail("script", "javascript-error: " + ((error && error.message) || ""), false));
            return {
                start: () => { if (parameters.invisible) captcha.execute(widget); },
                reset: () => captcha.reset(widget),
            };
        }
        """
}

extension SmartCaptchaParameters {
    /// What a challenge says about the widget, by SmartCaptcha's own names.
    ///
    /// As on SmartCaptcha's own page, what is on or off is on for the exact text `true` alone.
    init(_ widget: CaptchaWidget, _ options: PageOptions) {
        self.init(siteKey: widget.siteKey)
        language = widget.parameters["hl"] ?? options.language
        isTest = widget.parameters["test"] == "true"
        isInvisible = widget.parameters["invisible"] == "true"
        hidesShield = widget.parameters["hideShield"] == "true"
        shieldPosition = widget.parameters["shieldPosition"].flatMap(ShieldPosition.init)
        if let webView = widget.parameters["webview"] { isWebView = webView == "true" }
    }

    /// The parameters of `render`.
    var literals: [String: ScriptLiteral] {
        get throws(CaptchaHandlingError) {
            let length = metadata.reduce(0) { $0 + $1.key.utf16.count + $1.value.utf16.count }
            guard length <= Self.maximumMetadataLength else {
                throw CaptchaHandlingError(
                    .solverFailed, reason: "the metadata has more than \(Self.maximumMetadataLength) characters",
                    underlying: PageFailure(.configuration, code: "metadata"))
            }
            var literals: [String: ScriptLiteral] = [
                "sitekey": .text(siteKey), "webview": .flag(isWebView), "invisible": .flag(isInvisible),
                "test": .flag(isTest), "hideShield": .flag(hidesShield),
            ]
            literals["hl"] = knownLanguage.map { .text($0) }
            literals["shieldPosition"] = shieldPosition.map { .text($0.rawValue) }
            if !metadata.isEmpty { literals["metadata"] = .object(metadata.mapValues { .text($0) }) }
            return literals
        }
    }

    /// The language, if the widget has it.
    var knownLanguage: String? {
        language.flatMap { Self.languages.contains($0.lowercased()) ? $0.lowercased() : nil }
    }
}
