/// The captcha protection of Supabase Auth.
///
/// - Reported: the error code `captcha_failed`, as `code` or, by older versions, as `error_code` beside a numeric
///   `code`. The status is in the 400s.
/// - Prompt: a ``CaptchaPrompt/widget(_:)``. Supabase does not say of which provider, nor with which site key; both
///   come from you, as they are set in the project's dashboard.
/// - Token goes into the JSON body, as `gotrue_meta_security.captcha_token`. It is good for one request, and spent also
///   by one that fails for another reason.
/// - Not captchas: all other error codes, and texts that merely mention a captcha.
///
/// For the wire format see Supabase's documentation "Error Codes" of Auth, and the sources of auth and supabase-swift
/// (supabase on GitHub).
public struct SupabaseScheme: CaptchaScheme {
    /// `supabase`.
    public let id = "supabase"
    /// Once.
    public let tokenScope = TokenScope.singleUse
    /// The code, at a status in the 400s.
    public let signal = CaptchaSignal(statuses: Set(400..<500), bodyMarkers: ["\"captcha_failed\""])

    private let widget: CaptchaWidget

    /// A scheme for a project of Supabase.
    ///
    /// - Parameters:
    ///   - provider: The provider that is set in the project, ``CaptchaWidget/Provider/hCaptcha`` or
    ///     ``CaptchaWidget/Provider/turnstile``.
    ///   - siteKey: The site key that belongs to the secret in the project.
    public init(provider: CaptchaWidget.Provider, siteKey: String) {
        self.init(widget: CaptchaWidget(provider: provider, siteKey: siteKey))
    }

    /// A scheme for a project of Supabase, with a widget that takes more than a site key.
    public init(widget: CaptchaWidget) { self.widget = widget }

    /// The challenge, if the code is `captcha_failed`.
    public func challenge(
        in response: borrowing some InspectableResponse, to request: borrowing some ReplayableRequest
    ) -> CaptchaChallenge? {
        guard (400..<500).contains(response.status), let body = response.json(),
            ["code", "error_code"].contains(where: { body[$0]?.string == "captcha_failed" })
        else { return nil }
        return CaptchaChallenge(scheme: id, prompt: .widget(widget))
    }

    /// The field of the JSON body.
    public func edits(for token: CaptchaToken, answering challenge: CaptchaChallenge) -> [RequestEdit] {
        token.value.map { [.json(["gotrue_meta_security", "captcha_token"], $0)] } ?? []
    }
}

extension CaptchaScheme where Self == SupabaseScheme {
    /// The captcha protection of Supabase Auth, with the provider and the site key that are set in the project.
    public static func supabase(provider: CaptchaWidget.Provider, siteKey: String) -> SupabaseScheme {
        SupabaseScheme(provider: provider, siteKey: siteKey)
    }
}
