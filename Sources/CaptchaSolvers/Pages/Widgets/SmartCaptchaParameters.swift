/// The documented parameters of Yandex SmartCaptcha's `render`.
public struct SmartCaptchaParameters: Hashable, Sendable {
    /// Where the notice about data processing stands when the widget is invisible.
    public enum ShieldPosition: String, Hashable, Sendable, CaseIterable {
        /// `top-left`
        case topLeft = "top-left"
        /// `center-left`
        case centerLeft = "center-left"
        /// `bottom-left`
        case bottomLeft = "bottom-left"
        /// `top-right`
        case topRight = "top-right"
        /// `center-right`
        case centerRight = "center-right"
        /// `bottom-right`
        case bottomRight = "bottom-right"
    }

    /// The languages that SmartCaptcha has.
    public static let languages = ["ru", "en", "be", "kk", "tt", "uk", "uz", "tr"]
    /// How many characters all names and values of ``metadata`` may have together.
    public static let maximumMetadataLength = 512

    /// The client key, which starts with `ysc1_`. Never the server key.
    public var siteKey: String
    /// The language, one of ``languages``; `nil` leaves it to the widget.
    public var language: String?
    /// Whether the person gets a challenge every time. It lets nobody pass.
    public var isTest = false
    /// Whether the service is told that it runs in a web view.
    public var isWebView = true
    /// Whether there is no button, and a challenge only for those who look suspicious.
    public var isInvisible = false
    /// Where the notice about data processing stands.
    public var shieldPosition: ShieldPosition?
    /// Whether the notice is hidden. Say the same elsewhere in your app then.
    public var hidesShield = false
    /// Values that come back in reports: at most ``maximumMetadataLength`` characters.
    public var metadata: [String: String] = [:]

    /// Parameters with a client key.
    public init(siteKey: String) { self.siteKey = siteKey }
}
