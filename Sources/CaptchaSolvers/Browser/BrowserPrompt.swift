import CaptchaRetry
import Foundation

/// A challenge as a page shows it. Texts of the challenge are fit for people here, not yet for HTML.
struct BrowserPrompt: Hashable, Sendable {
    enum Task: Hashable, Sendable {
        case question(String)
        case picture(Picture)
        /// A widget to pass, whose script fills in the form by itself.
        case widget(BrowserWidget)
        /// A page to open in a tab of its own, which shows a token at its end.
        case page(URL)
        /// A page to open in a tab of its own, which may show a code at its end.
        case process(URL)
    }

    /// The API that asks.
    let asker: String
    /// What the API said about the answer before this one; empty if it said nothing, `nil` if there was none.
    let refusal: String?
    let task: Task

    /// - Parameters:
    ///   - hosts: Where each provider's script comes from.
    ///   - fetch: Gets a picture, which is done once.
    /// - Throws: ``CaptchaHandlingError/Code/noSolverForPrompt`` for what no page of ours can show.
    init(
        _ challenge: CaptchaChallenge, hosts: WidgetHosts = WidgetHosts(),
        fetch: (URL) async throws(CaptchaHandlingError) -> Picture
    ) async throws(CaptchaHandlingError) {
        asker = Self.name(of: challenge.origin) ?? PrintableText.line(challenge.scheme)
        let isRefused = challenge.round > 1 || challenge.refusal != nil
        refusal = isRefused ? PrintableText.line(challenge.refusal ?? "") : nil
        switch challenge.prompt {
        case .question(let question): task = .question(PrintableText.line(question))
        case .picture(let url): task = .picture(try await fetch(url))
        case .widget(let widget): task = .widget(try BrowserWidget(widget, hosts: hosts))
        case .page(let url): task = .page(try Self.webAddress(url))
        case .hostedProcess(let url, _): task = .process(try Self.webAddress(url))
        default:
            throw CaptchaHandlingError(.noSolverForPrompt, reason: "a browser page cannot show this kind of captcha")
        }
    }

    /// What people call an origin: its host, and more of it only where that is unusual, such as not encrypted.
    static func name(of origin: Origin?) -> String? {
        guard let text = origin?.description else { return nil }
        return PrintableText.line(text.hasPrefix("https://") ? String(text.dropFirst("https://".count)) : text)
    }

    /// A link to anything else could run a script in the page.
    private static func webAddress(_ url: URL) throws(CaptchaHandlingError) -> URL {
        guard let scheme = url.scheme?.lowercased(), ["http", "https"].contains(scheme) else {
            throw CaptchaHandlingError(.noSolverForPrompt, reason: "its address is neither http nor https")
        }
        return url
    }

    /// The token that a filled-in form stands for.
    ///
    /// - Returns: `nil` if the field was left empty that has to be filled in.
    func token(_ answer: String) throws(CaptchaHandlingError) -> CaptchaToken? {
        guard answer.isEmpty else { return try CaptchaToken(answer) }
        // The upstream saw the process end by itself.
        if case .process = task { return .outOfBand }
        return nil
    }
}
