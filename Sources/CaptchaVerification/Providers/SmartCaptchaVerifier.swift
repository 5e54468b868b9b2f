public import Foundation

/// Verifies tokens of Yandex SmartCaptcha.
///
/// What its answers mean, by the [documentation](https://yandex.cloud/en/docs/smartcaptcha/quickstart):
///
/// | answer | outcome |
/// |---|---|
/// | `ok` with a host | accepted |
/// | `ok` with an empty host | accepted, and ``Verdict/Details/isUnverified``: a failure, or your cloud is blocked |
/// | `failed` without a message | rejected: a robot |
/// | `failed`, "Token invalid or expired." | rejected |
/// | `failed`, "Authentication failed. …" or "Invalid IP." | unable: our configuration |
/// | any other `failed` | rejected |
/// | any status but 200 | unable; see ``UnablePolicy/smartCaptchaAdvice`` |
///
/// In the restricted mode of an account in arrears every token is `ok`.
public struct SmartCaptchaVerifier: HTTPCaptchaVerifier {
    /// How the token is sent.
    public enum Method: Hashable, Sendable {
        /// In the body: the secret and the token do not show in the logs of proxies.
        case post
        /// In the query, as older documentation has it.
        case get
    }

    /// The endpoint on `smartcaptcha.cloud.yandex.ru`, of the present documentation.
    public static let cloudEndpoint = URL(known: "https://smartcaptcha.cloud.yandex.ru/validate")
    /// The endpoint on `smartcaptcha.yandexcloud.net`, of earlier documentation.
    public static let earlierEndpoint = URL(known: "https://smartcaptcha.yandexcloud.net/validate")

    /// The server key.
    public var secret: SecretKey
    /// Where the provider is asked.
    public var endpoint: URL
    /// How the token is sent.
    public var method: Method
    /// What it has in common with other verifiers.
    public var settings: VerificationSettings
    /// Longer than any token seen: 8 KiB, and 2 KiB in a query, where each byte may become three. A server that finds a
    /// query too long says so with a status, and ``UnablePolicy/smartCaptchaAdvice`` would let the request through.
    public var maximumTokenLength: Int { method == .get ? 2 * 1024 : 8 * 1024 }

    /// A verifier.
    public init(
        secret: SecretKey, endpoint: URL = cloudEndpoint, method: Method = .post,
        settings: VerificationSettings = VerificationSettings()
    ) {
        self.secret = secret
        self.endpoint = endpoint
        self.method = method
        self.settings = settings
    }

    /// `secret`, `token` and, where it is known, `ip`.
    public func request(for token: String, _ context: VerificationContext) -> VerificationRequest? {
        let fields = [("secret", secret.value), ("token", token), ("ip", context.remoteIP)]
        return method == .post
            ? VerificationRequest(form: fields, to: endpoint) : VerificationRequest(query: fields, to: endpoint)
    }

    /// Reads `status`, `message` and `host`.
    public func outcome(of response: VerificationResponse) -> Verdict.Outcome {
        guard response.status == 200 else { return .unable(.init(status: response.status)) }
        guard let answer = Answer(response.body), let status = answer.text("status") else {
            return .unable(.init(.malformedAnswer, status: response.status))
        }
        switch status {
        case "ok":
            let host = answer.text("host")
            return .accepted(.init(host: host, isUnverified: host == nil))
        case "failed": return refusal(answer.text("message") ?? "")
        default: return .unable(.init(.malformedAnswer, status: response.status, detail: "unknown status"))
        }
    }

    /// There is no code; the text of the message is all that tells failures apart.
    private func refusal(_ message: String) -> Verdict.Outcome {
        if message.isEmpty { return .rejected(.init(.robot)) }
        if message.hasPrefix("Token invalid or expired") { return .rejected(.init(.invalidOrExpired)) }
        if message.hasPrefix("Authentication failed") {
            return .unable(.init(.misconfigured, status: 200, detail: "authentication failed"))
        }
        if message.hasPrefix("Invalid IP") {
            return .unable(.init(.misconfigured, status: 200, detail: "it wants the person's address"))
        }
        return .rejected(.init(.unspecified))
    }
}

extension UnablePolicy {
    /// What SmartCaptcha's documentation advises: every status but 200 counts as `ok`, so that its failures do not lock
    /// people out.
    ///
    /// It says nothing of failed connections and unreadable answers; those stay closed.
    public static let smartCaptchaAdvice = UnablePolicy("SmartCaptcha's advice") { inability in
        inability.status.map { $0 != 200 } ?? false
    }
}
