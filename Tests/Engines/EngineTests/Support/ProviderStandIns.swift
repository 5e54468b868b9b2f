import CaptchaRetryTesting
import Foundation

/// Stand-ins for the scripts of the other providers, by their documentation.
///
/// Each shows a button in place of its widget and answers a click on it with the token. What else befalls a widget is
/// played with `standIn`: `standIn.parameters` is what the widget was rendered with, with the functions to call, and
/// `standIn.calls` what was called at the provider's API.
enum ProviderStandIns {
    /// Answers requests for a provider's script.
    @Sendable static func answer(_ request: UpstreamRequest) async throws -> UpstreamAnswer {
        switch request.path {
        case "/captcha.js": .javaScript(SmartCaptchaStandIn.script)
        case "/recaptcha/api.js": .javaScript(common + reCAPTCHA + ready)
        case "/recaptcha/enterprise.js": .javaScript(common + enterprise + ready)
        case "/1/api.js": .javaScript(common + hCaptcha + ready)
        case "/turnstile/v0/api.js": .javaScript(common + turnstile + ready)
        case let path where path.hasSuffix("/site.compat.min.js"): .javaScript(common + friendlyCaptcha)
        default: .status(404)
        }
    }

    private static let common = """
        "use strict";
        const query = new URL(document.currentScript.src).searchParams;
        window.standIn = { calls: [], query: Object.fromEntries(query), parameters: null };
        const call = (name, ...values) => { standIn.calls.push([name, ...values]); };
        const widget = (name, container, parameters, pass) => {
            if (!parameters.sitekey) throw new Error("sitekey is missing");
            standIn.parameters = parameters;
            const button = document.createElement("button");
            button.textContent = "Stand-in for " + name;
            button.style.cssText = "padding: 24px; font: 18px sans-serif";
            button.onclick = pass;
            container.append(button);
            standIn.click = () => button.click();
            return 0;
        };

        """

    private static let ready = """

        if (query.get("onload")) window[query.get("onload")]();
        """

    private static let reCAPTCHA = """
        const execute = (key, options) => {
            call("execute", key, options);
            return key === "refused" ? Promise.reject(new Error("Invalid site key")) : Promise.resolve("score-" + options.action);
        };
        window.grecaptcha = {
            ready: (action) => setTimeout(action),
            render: (container, parameters) =>
                widget("reCAPTCHA", container, parameters, () => parameters.callback("recaptcha-token")),
            execute: execute,
            reset: (id) => call("reset", id),
            getResponse: () => "",
        };
        """

    private static let enterprise = """
        window.grecaptcha = { enterprise: {
            ready: (action) => setTimeout(action),
            execute: (key, options) => Promise.resolve("enterprise-" + options.action),
        } };
        """

    private static let hCaptcha = """
        window.hcaptcha = {
            render: (container, parameters) =>
                widget("hCaptcha", container, parameters, () => parameters.callback("hcaptcha-token")),
            execute: (id) => call("execute", id),
            reset: (id) => call("reset", id),
            setData: (id, data) => call("setData", id, data),
        };
        """

    private static let turnstile = """
        window.turnstile = {
            render: (container, parameters) =>
                widget("Turnstile", container, parameters, () => parameters.callback("turnstile-token")),
            reset: (id) => call("reset", id),
            execute: () => call("execute"),
        };
        """

    private static let friendlyCaptcha = """
        window.frcaptcha = {
            createWidget(parameters) {
                const handle = new EventTarget();
                const send = (name, detail) => handle.dispatchEvent(new CustomEvent("frc:widget." + name, { detail }));
                standIn.send = send;
                widget("Friendly Captcha", parameters.element, parameters, () =>
                    send("complete", { response: "friendly-token", state: "completed", id: "1" }));
                handle.reset = () => call("reset");
                return handle;
            },
        };
        """
}

extension UpstreamAnswer {
    /// A script.
    static func javaScript(_ text: String) -> UpstreamAnswer {
        .body(Data(text.utf8), type: "text/javascript; charset=utf-8")
    }
}
