public import Foundation

/// How captcha pages look, and where their scripts come from.
public struct PageOptions: Hashable, Sendable {
    /// Light or dark.
    public enum Theme: String, Hashable, Sendable {
        /// Dark on light.
        case light
        /// Light on dark.
        case dark
        /// As the person's system has it.
        case automatic
    }

    /// The language of widgets as a two-letter code, such as `en`; `nil` leaves it to the provider.
    public var language: String?
    /// Light or dark, as far as a provider has a choice.
    public var theme = Theme.automatic
    /// Where each provider's script comes from.
    public var hosts = WidgetHosts()
    /// The page that site keys belong to, for widgets that do not name theirs.
    ///
    /// Providers hand out a site key for certain domains. Without this, the origin of the challenge is taken.
    public var baseURL: URL?
    /// Whether SmartCaptcha's own page for web views is loaded in place of this package's.
    ///
    /// It forwards no failures, so that only time-outs end it where it cannot load.
    public var usesHostedSmartCaptcha = false

    /// The options as documented above.
    public init() {}
}
