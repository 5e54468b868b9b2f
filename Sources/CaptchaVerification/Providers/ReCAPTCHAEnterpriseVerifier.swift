public import Foundation

/// Verifies tokens of [reCAPTCHA Enterprise](https://cloud.google.com/recaptcha/docs/create-assessment-website), by an
/// assessment of Google Cloud.
///
/// A token is valid also of a robot, and gets a low score then, so there always is a lowest one. Say which action you
/// expect, too: ``VerificationContext/expectedAction``.
public struct ReCAPTCHAEnterpriseVerifier: HTTPCaptchaVerifier {
    /// How Google Cloud knows you.
    public enum Authorization: Hashable, Sendable {
        /// An API key. It goes into a header field; in the query, where it may go as well, it would show in logs.
        case apiKey(SecretKey)
        /// An access token of a service account. It ends after an hour or so: set a new one in time.
        case accessToken(SecretKey)
    }

    /// The site key that the token must be for.
    public var siteKey: String
    /// How Google Cloud knows you.
    public var authorization: Authorization
    /// Where the provider is asked: the `assessments` of your project.
    public var endpoint: URL
    /// What it has in common with other verifiers.
    ///
    /// Checks without a ``VerificationChecks/minimumScore`` get the one that the verifier was made with.
    public var settings: VerificationSettings {
        didSet { settings.checks.minimumScore = settings.checks.minimumScore ?? minimumScore }
    }
    /// Longer than any token seen.
    public let maximumTokenLength = 16 * 1024
    /// Checks that are set later must not let all robots in.
    private let minimumScore: Double

    /// A verifier.
    ///
    /// - Parameters:
    ///   - project: The identifier of the project in Google Cloud.
    ///   - siteKey: The site key that the token must be for.
    ///   - authorization: How Google Cloud knows you.
    ///   - minimumScore: The lowest score that passes, from 0 to 1. Without it, it is the
    ///     ``VerificationChecks/minimumScore`` of the settings, or else 0.5.
    ///   - settings: What it has in common with other verifiers.
    public init(
        project: String, siteKey: String, authorization: Authorization, minimumScore: Double? = nil,
        settings: VerificationSettings = VerificationSettings()
    ) {
        self.siteKey = siteKey
        self.authorization = authorization
        endpoint = URL(known: "https://recaptchaenterprise.googleapis.com/v1/projects")
            .appendingPathComponent(project).appendingPathComponent("assessments")
        self.minimumScore = minimumScore ?? settings.checks.minimumScore ?? 0.5
        self.settings = settings
        self.settings.checks.minimumScore = self.minimumScore
    }

    /// An `event` with `token`, `siteKey` and what else is known.
    public func request(for token: String, _ context: VerificationContext) -> VerificationRequest? {
        let event = [
            "token": token, "siteKey": siteKey, "expectedAction": context.expectedAction,
            "userAgent": context.userAgent, "userIpAddress": context.remoteIP,
        ]
        var request = VerificationRequest(json: ["event": event.compactMapValues { $0 }], to: endpoint)
        switch authorization {
        case .apiKey(let key): request?.headerFields["X-Goog-Api-Key"] = key.value
        case .accessToken(let token): request?.headerFields["Authorization"] = "Bearer " + token.value
        }
        return request
    }

    /// Reads `tokenProperties` and `riskAnalysis`.
    public func outcome(of response: VerificationResponse) -> Verdict.Outcome {
        let answer = Answer(response.body)
        guard response.status == 200 else {
            var inability = Verdict.Inability(status: response.status)
            inability.codes = answer?.object("error")?.codes("status") ?? []
            return .unable(inability)
        }
        guard let token = answer?.object("tokenProperties"), let isValid: Bool = token["valid"] else {
            return .unable(.init(.malformedAnswer, status: response.status))
        }
        guard isValid else { return Self.codes.outcome(of: token.codes("invalidReason"), status: response.status) }
        return .accepted(
            Verdict.Details(
                host: token.text("hostname"), app: token.text("androidPackageName") ?? token.text("iosBundleId"),
                time: token.time("createTime"), score: answer?.object("riskAnalysis")?["score"],
                action: token.text("action")))
    }

    /// A token that a browser had trouble with is rejected: the documentation warns that it is easily pretended.
    private static let codes = CodeTable(
        rejected: [
            "INVALID_REASON_UNSPECIFIED": .unspecified,
            "UNKNOWN_INVALID_REASON": .unspecified,
            "MALFORMED": .invalid,
            "MISSING": .invalid,
            "EXPIRED": .expiredOrReused,
            "DUPE": .expiredOrReused,
            "BROWSER_ERROR": .browserTrouble,
            "UNEXPECTED_ACTION": .unexpectedAction,
        ],
        unable: [:])
}
