public import Foundation

/// Verifies responses of [Friendly Captcha, version 2](https://developer.friendlycaptcha.com/docs/v2/api/siteverify).
///
/// Its widget sends a response that begins with a dot and says what went wrong when it could not do its work. Pass it on
/// like any other: the provider decides.
public struct FriendlyCaptchaVerifier: HTTPCaptchaVerifier {
    /// The endpoint that is nearest.
    public static let globalEndpoint = URL(known: "https://global.frcapi.com/api/v2/captcha/siteverify")
    /// The endpoint inside of the European Union.
    public static let euEndpoint = URL(known: "https://eu.frcapi.com/api/v2/captcha/siteverify")

    /// The API key.
    public var apiKey: SecretKey
    /// The site key that the response must be for; `nil` means any of the account.
    public var siteKey: String?
    /// Where the provider is asked.
    public var endpoint: URL
    /// What it has in common with other verifiers.
    public var settings: VerificationSettings
    /// The length that the documentation gives.
    public let maximumTokenLength = 16 * 1024

    /// A verifier.
    public init(
        apiKey: SecretKey, siteKey: String? = nil, endpoint: URL = globalEndpoint,
        settings: VerificationSettings = VerificationSettings()
    ) {
        self.apiKey = apiKey
        self.siteKey = siteKey
        self.endpoint = endpoint
        self.settings = settings
    }

    /// `response` and, where it is known, `sitekey`; the API key goes into a header field. It takes no address.
    public func request(for token: String, _ context: VerificationContext) -> VerificationRequest? {
        var request = VerificationRequest(form: [("response", token), ("sitekey", siteKey)], to: endpoint)
        request.headerFields["X-API-Key"] = apiKey.value
        return request
    }

    /// Reads `success`, `error` and `data`. Only status 200 is a verdict about the response, and not always a good one.
    public func outcome(of response: VerificationResponse) -> Verdict.Outcome {
        let answer = Answer(response.body)
        let codes = answer?.object("error")?.codes("error_code") ?? []
        guard response.status == 200 else {
            var inability = Verdict.Inability(status: response.status)
            inability.codes = codes
            return .unable(inability)
        }
        guard let answer, let success: Bool = answer["success"] else {
            return .unable(.init(.malformedAnswer, status: response.status))
        }
        guard success else { return Self.codes.outcome(of: codes, status: response.status) }
        let challenge = answer.object("data")?.object("challenge")
        return .accepted(.init(host: challenge?.text("origin"), time: challenge?.time("timestamp")))
    }

    private static let codes = CodeTable(
        rejected: [
            "response_invalid": .invalid,
            "response_timeout": .expiredOrReused,
            "response_duplicate": .expiredOrReused,
        ],
        unable: [
            "auth_required": .misconfigured,
            "auth_invalid": .misconfigured,
            "sitekey_invalid": .misconfigured,
            "response_missing": .misconfigured,
            "bad_request": .misconfigured,
            "internal_server_error": .transient,
        ])
}

extension UnablePolicy {
    /// What Friendly Captcha's documentation advises: accept on every trouble, so that it does not lock people out, and
    /// have yourself alerted.
    public static let friendlyCaptchaAdvice = UnablePolicy("Friendly Captcha's advice") { _ in true }
}
