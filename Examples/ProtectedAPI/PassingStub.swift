import CaptchaRetry
import Foundation

/// Stands in for a person at the widget, which it passes at once; the demonstration's provider lets everybody.
actor PassingStub: CaptchaSolver {
    private let provider: DemoSmartCaptcha
    /// What the widget gave last.
    private(set) var lastToken: String?

    init(provider: DemoSmartCaptcha) { self.provider = provider }

    func solve(_ challenge: CaptchaChallenge) async throws(CaptchaHandlingError) -> CaptchaToken {
        guard case .widget(let widget) = challenge.prompt, widget.provider == .smartCaptcha,
            widget.siteKey == DemoSmartCaptcha.siteKey, let page = widget.page, let host = page.host
        else { throw CaptchaHandlingError(.noSolverForPrompt) }
        let token = await provider.pass(onPageOf: page.port.map { "\(host):\($0)" } ?? host)
        lastToken = token
        return try CaptchaToken(token)
    }
}
