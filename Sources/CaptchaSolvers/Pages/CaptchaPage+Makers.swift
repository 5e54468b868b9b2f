public import CaptchaRetry
public import Foundation

extension CaptchaPage {
    /// The page for a challenge.
    ///
    /// - Throws: ``CaptchaHandlingError`` with the code ``CaptchaHandlingError/Code/noSolverForPrompt`` for a prompt
    ///   that is no widget of a provider known here and no page of VK.
    public init(for challenge: CaptchaChallenge, options: PageOptions = PageOptions()) throws(CaptchaHandlingError) {
        throw CaptchaHandlingError(.noSolverForPrompt)
    }

    /// A page with SmartCaptcha's widget.
    public static func smartCaptcha(
        _ parameters: SmartCaptchaParameters, baseURL: URL, hosts: WidgetHosts = WidgetHosts()
    ) throws(CaptchaHandlingError) -> CaptchaPage {
        throw CaptchaHandlingError(.noSolverForPrompt)
    }

    /// SmartCaptcha's own page for web views.
    public static func hostedSmartCaptcha(
        _ parameters: SmartCaptchaParameters, hosts: WidgetHosts = WidgetHosts()
    ) throws(CaptchaHandlingError) -> CaptchaPage {
        throw CaptchaHandlingError(.noSolverForPrompt)
    }

    /// VK's page.
    public static func vk(_ address: URL, language: String? = nil) throws(CaptchaHandlingError) -> CaptchaPage {
        throw CaptchaHandlingError(.noSolverForPrompt)
    }

    /// A page with a provider's widget.
    public static func widget(
        _ widget: CaptchaWidget, baseURL: URL, options: PageOptions = PageOptions()
    ) throws(CaptchaHandlingError) -> CaptchaPage {
        throw CaptchaHandlingError(.noSolverForPrompt)
    }

    /// What a message says.
    ///
    /// - Returns: `nil` if it says nothing that matters, or comes from somewhere else.
    public func event(from message: PageMessage) -> PageEvent? { nil }
}
