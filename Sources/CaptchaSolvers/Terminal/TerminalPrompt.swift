import CaptchaRetry
import Foundation

/// A challenge as it is shown on a terminal.
struct TerminalPrompt {
    /// Some lines, without a line feed at the end.
    let text: String

    /// - Throws: ``CaptchaHandlingError/Code/noSolverForPrompt`` for what cannot be shown as text.
    init(_ challenge: CaptchaChallenge) throws(CaptchaHandlingError) {
        var lines: [String] = []
        if challenge.round > 1 || challenge.refusal != nil { lines.append(Self.refusal(challenge.refusal)) }
        let asker = PrintableText.line(challenge.origin?.description ?? challenge.scheme)
        lines.append("A captcha has to be answered for \(asker).")
        lines += try Self.task(challenge.prompt)
        lines.append("Then press Return. An empty line gives up.")
        text = "\n" + lines.joined(separator: "\n")
    }

    private static func refusal(_ reason: String?) -> String {
        let reason = PrintableText.line(reason ?? "")
        return reason.isEmpty ? "The previous answer was refused." : "The previous answer was refused: \(reason)"
    }

    private static func task(_ prompt: CaptchaPrompt) throws(CaptchaHandlingError) -> [String] {
        switch prompt {
        case .page(let url):
            ["Open this page, pass what it asks and paste the token that it gives:", try address(url)]
        case .picture(let url):
            ["Open this picture and type what it shows:", try address(url)]
        case .question(let question):
            ["Answer this question:", "    " + PrintableText.line(question)]
        case .widget(let widget):
            try task(widget)
        case .hostedProcess(let url, _):
            ["Open this page, finish what it asks and paste the code that it gives:", try address(url)]
        default:
            throw CaptchaHandlingError(.noSolverForPrompt, reason: "a terminal cannot show this kind of captcha")
        }
    }

    private static func task(_ widget: CaptchaWidget) throws(CaptchaHandlingError) -> [String] {
        guard let page = widget.page else {
            throw CaptchaHandlingError(.noSolverForPrompt, reason: "a terminal cannot show a widget without its page")
        }
        var lines = ["Open this page, pass its captcha and paste the token that it gives:", try address(page)]
        lines.append("    provider " + PrintableText.line(widget.provider.rawValue))
        lines.append("    site key " + PrintableText.line(widget.siteKey))
        if let action = widget.action { lines.append("    action " + PrintableText.line(action)) }
        return lines
    }

    private static func address(_ url: URL) throws(CaptchaHandlingError) -> String {
        // A relative address leads nowhere, and the text of a picture's data is none.
        guard let scheme = url.scheme?.lowercased(), ["http", "https"].contains(scheme) else {
            throw CaptchaHandlingError(.noSolverForPrompt, reason: "its address is neither http nor https")
        }
        return "    " + PrintableText.whole(url.absoluteString)
    }
}
