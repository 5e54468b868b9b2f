import CaptchaRetry
public import Foundation

/// A server that hands out a provider's script.
public struct WidgetHost: Hashable, Sendable, CustomStringConvertible {
    /// The origin as text, such as `https://js.hcaptcha.com`.
    public let description: String

    /// The server of a URL; only scheme, host and port of it count.
    ///
    /// - Parameter url: An absolute URL with the scheme `https` or `http`; `nil` comes back for others.
    public init?(_ url: URL) {
        guard let origin = Origin(url), ["https", "http"].contains(url.scheme?.lowercased()) else { return nil }
        description = origin.description
    }

    private init(_ description: String) { self.description = description }

    /// SmartCaptcha's host in most of its documentation: `smartcaptcha.yandexcloud.net`.
    public static let smartCaptchaYandexCloud = WidgetHost("https://smartcaptcha.yandexcloud.net")
    /// SmartCaptcha's host in newer documentation: `smartcaptcha.cloud.yandex.ru`.
    public static let smartCaptchaCloudYandex = WidgetHost("https://smartcaptcha.cloud.yandex.ru")
    /// SmartCaptcha's first host: `captcha-api.yandex.ru`. It has no page for web views.
    public static let smartCaptchaAPI = WidgetHost("https://captcha-api.yandex.ru")
    /// reCAPTCHA's host.
    public static let google = WidgetHost("https://www.google.com")
    /// reCAPTCHA's other host, where `www.google.com` cannot be reached.
    public static let reCAPTCHANet = WidgetHost("https://www.recaptcha.net")
    /// hCaptcha's host.
    public static let hCaptcha = WidgetHost("https://js.hcaptcha.com")
    /// Turnstile's host.
    public static let turnstile = WidgetHost("https://challenges.cloudflare.com")
    /// The host that Friendly Captcha's documentation loads its script from.
    public static let jsDelivr = WidgetHost("https://cdn.jsdelivr.net")
}

/// Where each provider's script comes from.
///
/// Change one where the usual host cannot be reached, or to have a stand-in of your own in tests.
public struct WidgetHosts: Hashable, Sendable {
    /// SmartCaptcha's: ``WidgetHost/smartCaptchaYandexCloud``.
    public var smartCaptcha = WidgetHost.smartCaptchaYandexCloud
    /// reCAPTCHA's: ``WidgetHost/google``.
    public var reCAPTCHA = WidgetHost.google
    /// hCaptcha's: ``WidgetHost/hCaptcha``.
    public var hCaptcha = WidgetHost.hCaptcha
    /// Turnstile's: ``WidgetHost/turnstile``.
    public var turnstile = WidgetHost.turnstile
    /// Friendly Captcha's: ``WidgetHost/jsDelivr``.
    public var friendlyCaptcha = WidgetHost.jsDelivr

    /// The hosts as documented above.
    public init() {}
}
