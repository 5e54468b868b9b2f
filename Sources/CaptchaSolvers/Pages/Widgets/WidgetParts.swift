import CaptchaRetry

/// What one provider's widget script is made of.
struct WidgetParts {
    /// The name of the function that providers call when their script is ready.
    static let ready = "captchaScriptDidLoad"

    /// The address of the provider's script.
    var address: String
    var sources: WidgetSources
    var isInvisible = false
    /// Whether the provider calls ``ready``; else its script is ready once it is loaded.
    var callsReady = true
    /// What the provider's `render` gets, beside the functions to call.
    var parameters: [String: ScriptLiteral]
    /// What else the adapter has to know.
    var settings: [String: ScriptLiteral] = [:]
    /// A function `(element, parameters, settings, on)` that renders the widget and returns an object with a function
    /// `reset` and perhaps one `start`.
    ///
    /// `on` has the functions `token`, `shown`, `hidden`, `expired` and `fail(kind, code, retryable)`.
    var adapter: String

    /// Everything together, as a ``WidgetScript`` has it.
    var javaScript: String {
        var settings = settings
        settings["address"] = .text(address)
        settings["ready"] = .text(Self.ready)
        settings["callsReady"] = .flag(callsReady)
        return """
            const startCaptcha = (() => {
            "use strict";
            const settings = \(ScriptLiteral.object(settings));
            const parameters = \(ScriptLiteral.object(parameters));
            const render = \(adapter);
            \(Self.loader)
            })();
            """
    }

    /// What a challenge adds to `render` by its own names: none that would take the place of ours, and no names of
    /// functions.
    static func further(_ widget: CaptchaWidget, without names: Set<String> = []) -> [String: ScriptLiteral] {
        widget.parameters.filter { name, _ in
            let name = name.lowercased()
            return name != "sitekey" && !name.contains("callback") && !name.contains("onload") && !names.contains(name)
        }.mapValues { .text($0) }
    }

    /// A language as it may stand in an address, or `nil`.
    static func language(_ options: PageOptions) -> String? {
        guard let language = options.language, !language.isEmpty, language.utf8.count <= 16,
            language.utf8.allSatisfy({ $0 < 0x80 && Character(Unicode.Scalar($0)).isLetter || $0 == UInt8(ascii: "-") })
        else { return nil }
        return language
    }

    /// Loads the provider's script, and makes sure that something is reported whatever becomes of it.
    private static let loader = """
        const nonce = document.currentScript ? document.currentScript.nonce : "";
        return (element, report) => {
            const fail = (kind, code, retryable) =>
                report("captchaDidFail", { kind: kind, code: String(code), retryable: Boolean(retryable) });
            const guarded = (action) => (...values) => {
                try {
                    return action(...values);
                } catch (error) {
                    fail("script", (error && error.message) || error, false);
                }
            };
            const on = {
                token: (token) => report("captchaDidFinish", token),
                shown: () => report("challengeDidAppear"),
                hidden: () => report("challengeDidDisappear"),
                expired: () => report("captchaDidExpire"),
                fail: fail,
            };
            let widget = null;
            let isReady = false;
            const begin = () => {
                report("captchaDidLoad");
                if (widget.start) widget.start();
            };
            const ready = guarded(() => {
                if (isReady) return;
                isReady = true;
                widget = render(element, parameters, settings, on);
                begin();
            });
            window[settings.ready] = ready;

            let hasThrown = false;
            const listener = () => { hasThrown = true; };
            window.addEventListener("error", listener);
            const script = document.createElement("script");
            script.src = settings.address;
            script.async = true;
            if (nonce) script.nonce = nonce;
            script.onerror = () => fail("network", "the provider's script cannot be loaded", true);
            script.onload = () => {
                window.removeEventListener("error", listener);
                if (!settings.callsReady) ready();
                if (isReady) return;
                const unready = () => { if (!isReady) fail("script", "the provider's script does not start", false); };
                setTimeout(unready, hasThrown ? 1000 : 10000);
            };
            document.head.append(script);
            return {
                reset: guarded(() => {
                    if (!widget) return;
                    widget.reset();
                    begin();
                }),
            };
        };
        """
}
