public import Foundation

/// Verifies tokens of [hCaptcha](https://docs.hcaptcha.com/).
public struct HCaptchaVerifier: HTTPCaptchaVerifier {
    /// The endpoint on `api.hcaptcha.com`.
    public static let defaultEndpoint = URL(known: "https://api.hcaptcha.com/siteverify")

    /// The account's secret.
    public var secret: SecretKey
    /// The site key that the token must be for; `nil` means any of the account.
    public var siteKey: String?
    /// Where the provider is asked.
    public var endpoint: URL
    /// What it has in common with other verifiers.
    public var settings: VerificationSettings
    /// Longer than any token seen.
    public let maximumTokenLength = 16 * 1024

    /// A verifier.
    public init(
        secret: SecretKey, siteKey: String? = nil, endpoint: URL = defaultEndpoint,
        settings: VerificationSettings = VerificationSettings()
    ) {
        self.secret = secret
        self.siteKey = siteKey
        self.endpoint = endpoint
        self.settings = settings
    }

    /// `secret`, `response` and, where they are known, `remoteip` and `sitekey`.
    public func request(for token: String, _ context: VerificationContext) -> VerificationRequest? {
        let fields = [
            ("secret", secret.value), ("response", token), ("remoteip", context.remoteIP), ("sitekey", siteKey),
        ]
        return VerificationRequest(form: fields, to: endpoint)
    }

    /// Reads `success`, `error-codes`, and what is known about the token.
    public func outcome(of response: VerificationResponse) -> Verdict.Outcome {
        SiteVerify.outcome(of: response, codes: Self.codes) { answer in
            var details = SiteVerify.details(answer)
            // Its score says how malicious it looks, the other way round than everybody else's.
            details.score = details.score.map { 1 - $0 }
            return details
        }
    }

    private static let codes = CodeTable(
        rejected: SiteVerify.codes.rejected.merging([
            "expired-input-response": .expiredOrReused,
            "already-seen-response": .expiredOrReused,
            "invalid-or-already-seen-response": .invalidOrExpired,
        ]) { $1 },
        unable: SiteVerify.codes.unable.merging([
            "sitekey-secret-mismatch": .misconfigured,
            "missing-remoteip": .misconfigured,
            "invalid-remoteip": .misconfigured,
            "not-using-dummy-passcode": .misconfigured,
            "not-using-dummy-secret": .misconfigured,
        ]) { $1 })
}
