public import Foundation

/// Verifies tokens of Google reCAPTCHA, [v2](https://developers.google.com/recaptcha/docs/verify) and
/// [v3](https://developers.google.com/recaptcha/docs/v3), with a classic secret.
///
/// Version 3 says that a token is good also of a robot, and gives it a low score: ``v3(secret:minimumScore:settings:)``
/// looks at it. Say which action you expect, too: ``VerificationContext/expectedAction``.
public struct ReCAPTCHAVerifier: HTTPCaptchaVerifier {
    /// The endpoint on `www.google.com`.
    public static let googleEndpoint = URL(known: "https://www.google.com/recaptcha/api/siteverify")
    /// The endpoint on `www.recaptcha.net`, for where the other one cannot be reached.
    public static let globalEndpoint = URL(known: "https://www.recaptcha.net/recaptcha/api/siteverify")

    /// The secret that belongs to the site key.
    public var secret: SecretKey
    /// Where the provider is asked.
    public var endpoint = googleEndpoint
    /// What it has in common with other verifiers.
    ///
    /// Checks without a ``VerificationChecks/minimumScore`` get the one that a verifier for version 3 was made with.
    public var settings: VerificationSettings {
        didSet { settings.checks.minimumScore = settings.checks.minimumScore ?? minimumScore }
    }
    /// Longer than any token seen.
    public let maximumTokenLength = 16 * 1024
    /// Of version 3, where checks that are set later must not let all robots in.
    private let minimumScore: Double?

    private init(secret: SecretKey, minimumScore: Double?, settings: VerificationSettings) {
        self.secret = secret
        self.minimumScore = minimumScore
        self.settings = settings
        self.settings.checks.minimumScore = minimumScore ?? settings.checks.minimumScore
    }

    /// A verifier for version 2, check box or invisible.
    public static func v2(
        secret: SecretKey, settings: VerificationSettings = VerificationSettings()
    ) -> ReCAPTCHAVerifier {
        ReCAPTCHAVerifier(secret: secret, minimumScore: nil, settings: settings)
    }

    /// A verifier for version 3.
    ///
    /// - Parameters:
    ///   - secret: The secret that belongs to the site key.
    ///   - minimumScore: The lowest score that passes, from 0 to 1. Without it, it is the
    ///     ``VerificationChecks/minimumScore`` of the settings, or else 0.5, with which Google proposes to begin.
    ///   - settings: What it has in common with other verifiers.
    public static func v3(
        secret: SecretKey, minimumScore: Double? = nil, settings: VerificationSettings = VerificationSettings()
    ) -> ReCAPTCHAVerifier {
        let minimumScore = minimumScore ?? settings.checks.minimumScore ?? 0.5
        return ReCAPTCHAVerifier(secret: secret, minimumScore: minimumScore, settings: settings)
    }

    /// `secret`, `response` and, where it is known, `remoteip`.
    public func request(for token: String, _ context: VerificationContext) -> VerificationRequest? {
        VerificationRequest(
            form: [("secret", secret.value), ("response", token), ("remoteip", context.remoteIP)], to: endpoint)
    }

    /// Reads `success`, `error-codes`, and what is known about the token.
    public func outcome(of response: VerificationResponse) -> Verdict.Outcome {
        SiteVerify.outcome(of: response, codes: SiteVerify.codes)
    }
}
