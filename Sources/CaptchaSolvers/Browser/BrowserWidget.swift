import CaptchaRetry
import Foundation

/// A provider's widget on a prompt's page.
struct BrowserWidget: Hashable, Sendable {
    private let widget: CaptchaWidget
    private let hosts: WidgetHosts
    /// The provider's name.
    let name: String
    /// The page that the widget belongs to, to pass it there, where its site key is for that page alone.
    let page: URL?

    /// - Throws: ``CaptchaHandlingError/Code/noSolverForPrompt`` for a provider that is not known, and
    ///   ``CaptchaHandlingError/Code/solverFailed`` for parameters that its provider would refuse.
    init(_ widget: CaptchaWidget, hosts: WidgetHosts) throws(CaptchaHandlingError) {
        var widget = widget
        // The one provider that wants to know.
        if widget.provider == .smartCaptcha, widget.parameters["webview"] == nil {
            widget.parameters["webview"] = "false"
        }
        self.widget = widget
        self.hosts = hosts
        name = Self.names[widget.provider] ?? PrintableText.line(widget.provider.rawValue)
        page = widget.page.flatMap { ["http", "https"].contains($0.scheme?.lowercased()) ? $0 : nil }
        _ = try WidgetScript(for: widget, options: options(.english))
    }

    /// Its script, in the language of the page.
    func script(_ language: BrowserLanguage) -> WidgetScript? {
        try? WidgetScript(for: widget, options: options(language))
    }

    private func options(_ language: BrowserLanguage) -> PageOptions {
        var options = PageOptions()
        options.language = language.code
        options.hosts = hosts
        return options
    }

    private static let names: [CaptchaWidget.Provider: String] = [
        .smartCaptcha: "SmartCaptcha", .reCAPTCHA: "reCAPTCHA", .hCaptcha: "hCaptcha", .turnstile: "Turnstile",
        .friendlyCaptcha: "Friendly Captcha",
    ]
}
