public import Foundation

/// Verifies tokens of [Cloudflare Turnstile](https://developers.cloudflare.com/turnstile/get-started/server-side-validation/).
///
/// Turnstile is the one provider that can be asked again about the same token, if it is told that it is the same
/// question. So passing trouble is met with one more attempt.
public struct TurnstileVerifier: HTTPCaptchaVerifier {
    /// The endpoint on `challenges.cloudflare.com`.
    public static let defaultEndpoint = URL(known: "https://challenges.cloudflare.com/turnstile/v0/siteverify")

    /// The widget's secret.
    public var secret: SecretKey
    /// Where the provider is asked.
    public var endpoint: URL
    /// What it has in common with other verifiers.
    public var settings: VerificationSettings
    /// The length that the documentation gives.
    public let maximumTokenLength = 2048
    /// Two: both are known to be one question by their `idempotency_key`.
    public let maximumAttempts = 2

    /// A verifier.
    public init(
        secret: SecretKey, endpoint: URL = defaultEndpoint, settings: VerificationSettings = VerificationSettings()
    ) {
        self.secret = secret
        self.endpoint = endpoint
        self.settings = settings
    }

    /// `secret`, `response`, a new `idempotency_key` and, where it is known, `remoteip`.
    public func request(for token: String, _ context: VerificationContext) -> VerificationRequest? {
        let fields = [
            ("secret", secret.value), ("response", token), ("remoteip", context.remoteIP),
            ("idempotency_key", UUID().uuidString.lowercased()),
        ]
        return VerificationRequest(form: fields, to: endpoint)
    }

    /// Reads `success`, `error-codes`, and what is known about the token.
    public func outcome(of response: VerificationResponse) -> Verdict.Outcome {
        SiteVerify.outcome(of: response, codes: Self.codes)
    }

    private static let codes = CodeTable(
        rejected: SiteVerify.codes.rejected,
        unable: SiteVerify.codes.unable.merging(["internal-error": .transient]) { $1 })
}
