#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// What a challenge asks of a person.
///
/// Write `default:` when you switch over it in a solver, and throw
/// ``CaptchaHandlingError/Code/noSolverForPrompt`` there: a later version may know more kinds.
///
/// Its URLs are absolute ones, `http` or `https`; a relative one, for instance, cannot be answered, and the captcha error
/// goes back to the caller.
public enum CaptchaPrompt: Hashable, Sendable, Codable {
    /// Open this page and pass what it asks; its token is the answer.
    case page(URL)
    /// Look at this picture and type what it shows. It may stand in the URL itself (`data:`).
    case picture(URL)
    /// Answer this question, a line of text.
    case question(String)
    /// Pass this provider's widget; its token is the answer.
    case widget(CaptchaWidget)
    /// Finish the process that the upstream opened at this link.
    ///
    /// - reference: what the backend knows the process by, where it said so.
    case hostedProcess(URL, reference: String?)
    /// Nothing: the upstream reports a captcha that nobody can answer, and this is why.
    ///
    /// Such a response goes back to the caller untouched, and no solver is asked.
    case unanswerable(String)
}

/// A captcha provider's widget, with what is needed to show it.
public struct CaptchaWidget: Hashable, Sendable, Codable {
    /// Who makes the widget.
    public struct Provider: RawRepresentable, Hashable, Sendable, Codable {
        /// The provider's name, in lower case.
        public let rawValue: String

        /// A provider by its name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// Yandex SmartCaptcha.
        public static let smartCaptcha = Provider(rawValue: "smartcaptcha")
        /// Google reCAPTCHA, of any version.
        public static let reCAPTCHA = Provider(rawValue: "recaptcha")
        /// hCaptcha.
        public static let hCaptcha = Provider(rawValue: "hcaptcha")
        /// Cloudflare Turnstile.
        public static let turnstile = Provider(rawValue: "turnstile")
        /// Friendly Captcha.
        public static let friendlyCaptcha = Provider(rawValue: "friendlycaptcha")
    }

    /// Who makes the widget.
    public var provider: Provider
    /// The public key that the upstream's owner got from the provider.
    public var siteKey: String
    /// The action that the token must be made for, where the upstream names one.
    public var action: String?
    /// The page that the site key belongs to, where the upstream names one.
    public var page: URL?
    /// Whatever else the provider's script takes, by its own names.
    public var parameters: [String: String]

    /// A widget to pass.
    public init(
        provider: Provider, siteKey: String, action: String? = nil, page: URL? = nil, parameters: [String: String] = [:]
    ) {
        self.provider = provider
        self.siteKey = siteKey
        self.action = action
        self.page = page
        self.parameters = parameters
    }
}

extension CaptchaPrompt: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The kind of prompt. Its values often carry session identifiers.
    public var description: String { kind.description }

    /// The same as ``description``.
    public var debugDescription: String { description }

    /// A mirror without children.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension CaptchaWidget: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The provider. The page and the parameters often carry session identifiers.
    public var description: String { "CaptchaWidget(\(provider.rawValue))".onOneLine }

    /// The same as ``description``.
    public var debugDescription: String { description }

    /// A mirror without children.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
