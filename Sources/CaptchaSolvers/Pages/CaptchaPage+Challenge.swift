public import CaptchaRetry
import Foundation

extension CaptchaPage {
    /// The page for a challenge: of VK for its pages, of the provider for a widget.
    ///
    /// A widget's page pretends to be the page that the widget names, else ``PageOptions/baseURL``, else the origin of
    /// the challenge.
    ///
    /// - Parameters:
    ///   - challenge: What to answer.
    ///   - options: How the page looks, and where scripts come from.
    /// - Throws: ``CaptchaHandlingError`` with the code ``CaptchaHandlingError/Code/noSolverForPrompt`` for another
    ///   prompt, for a provider that is not known here, and for a widget of which nothing says where it belongs;
    ///   ``CaptchaHandlingError/Code/solverFailed`` for parameters that the provider would refuse.
    public init(for challenge: CaptchaChallenge, options: PageOptions = PageOptions()) throws(CaptchaHandlingError) {
        switch challenge.prompt {
        case .widget(let widget):
            self = try Self.page(for: widget, of: challenge, options)
        case .page(let address) where Self.isOfVK(address, challenge):
            self = try .vk(address, language: options.language)
        default:
            throw CaptchaHandlingError(
                .noSolverForPrompt, reason: "no page is known that tells how it ended", challenge: challenge)
        }
    }

    private static func page(
        for widget: CaptchaWidget, of challenge: CaptchaChallenge, _ options: PageOptions
    ) throws(CaptchaHandlingError) -> CaptchaPage {
        if widget.provider == .smartCaptcha, options.usesHostedSmartCaptcha {
            return try .hostedSmartCaptcha(SmartCaptchaParameters(widget, options), hosts: options.hosts)
        }
        let origin = challenge.origin.flatMap { URL(string: $0.description + "/") }
        guard let base = widget.page ?? options.baseURL ?? origin else {
            throw CaptchaHandlingError(
                .noSolverForPrompt, reason: "nothing says which page the widget's site key is for", challenge: challenge
            )
        }
        return try .widget(widget, baseURL: base, options: options)
    }

    /// VK's schemes, and backends that pass VK's challenge on.
    private static func isOfVK(_ address: URL, _ challenge: CaptchaChallenge) -> Bool {
        ["vk", "vk.domain"].contains(challenge.scheme) || Origin(address).map(vkOrigins.contains) ?? false
    }
}
