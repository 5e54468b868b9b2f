import CaptchaRetry
import CaptchaRetryTesting
import CaptchaVerification
import Foundation
import Testing

@Suite("reCAPTCHA")
struct ReCAPTCHAVerifierTests {
    static func v2(_ settings: VerificationSettings) -> ReCAPTCHAVerifier {
        .v2(secret: SecretKey(Provider.secret), settings: settings)
    }

    static func v3(_ settings: VerificationSettings) -> ReCAPTCHAVerifier {
        .v3(secret: SecretKey(Provider.secret), settings: settings)
    }

    static func v3Answer(score: String, action: String = "login") -> String {
        #"{"success":true,"challenge_ts":"2025-01-01T12:00:00Z","hostname":"shop.example","score":\#(score),"#
            + #""action":"\#(action)"}"#
    }

    @Test("Each documented answer lands where it belongs", arguments: SiteVerifyAnswers.all)
    func documented(answer: DocumentedAnswer) async throws { try await answer.check(Self.v2) }

    @Test(
        "Of version 3 a score below the minimum is rejected, and so is one that is missing or is no number",
        arguments: [
            DocumentedAnswer(v3Answer(score: "0.9"), .accepted),
            DocumentedAnswer(v3Answer(score: "0.5"), .accepted),
            DocumentedAnswer(v3Answer(score: "1"), .accepted),
            DocumentedAnswer(v3Answer(score: "0.4"), .rejected(.belowMinimumScore)),
            DocumentedAnswer(v3Answer(score: "0.0"), .rejected(.belowMinimumScore)),
            DocumentedAnswer(v3Answer(score: "-1"), .rejected(.belowMinimumScore)),
            DocumentedAnswer(v3Answer(score: #""0.9""#), .rejected(.belowMinimumScore)),
            DocumentedAnswer(v3Answer(score: "null"), .rejected(.belowMinimumScore)),
            DocumentedAnswer(SiteVerifyAnswers.good, .rejected(.belowMinimumScore)),
        ])
    func scores(answer: DocumentedAnswer) async throws { try await answer.check(Self.v3) }

    @Test(
        "Of version 3 another action than expected is rejected, and so is none",
        arguments: [("login", true), ("signup", false), ("Login", false), ("", false)])
    func actions(action: String, isAccepted: Bool) async throws {
        let provider = Provider(answer: .json(Self.v3Answer(score: "0.9", action: action)))
        let verdict = try await Self.v3(provider.settings).verify("a", VerificationContext(expectedAction: "login"))
        #expect(verdict.landing == (isAccepted ? .accepted : .rejected(.unexpectedAction)))
        let details = verdict.details ?? verdict.rejection?.details
        #expect(details?.score == 0.9)
        #expect(details?.action == (action.isEmpty ? nil : action))
    }

    @Test("Whatever comes instead of an answer is unable, and the policy decides", arguments: Trouble.all)
    func trouble(trouble: Trouble) async throws {
        try await trouble.check(goodAnswer: SiteVerifyAnswers.good, Self.v2)
    }

    @Test("No token, and one that is too long, are rejected and never sent")
    func unusable() async throws {
        try await UnusableToken.check(Self.v2)
        try await UnusableToken.check(Self.v3)
    }

    @Test("What it says about a token is in the verdict, with a package where an app passed the captcha")
    func details() async throws {
        let app = #"{"success":true,"challenge_ts":"2025-01-01T12:00:00Z","apk_package_name":"example.shop"}"#
        let verifier = Self.v2(Provider(answers: [.json(SiteVerifyAnswers.good), .json(app)]).settings)
        let noon = Date(timeIntervalSince1970: 1_735_732_800)
        #expect(try await verifier.verify("a").details == Verdict.Details(host: "shop.example", time: noon))
        #expect(try await verifier.verify("a").details == Verdict.Details(app: "example.shop", time: noon))
    }

    @Test("Its form has secret and response, and the address only where it is given")
    func form() async throws {
        let provider = Provider(answer: .json(SiteVerifyAnswers.good))
        var verifier = Self.v2(provider.settings)
        _ = try await verifier.verify(Provider.token)
        verifier.endpoint = ReCAPTCHAVerifier.globalEndpoint
        _ = try await verifier.verify(Provider.token, VerificationContext(remoteIP: "192.0.2.1"))
        let requests = provider.requests
        try #require(requests.count == 2)
        #expect(requests.map { $0.origin?.description } == ["https://www.google.com", "https://www.recaptcha.net"])
        #expect(requests.allSatisfy { $0.method == "POST" && $0.target == "/recaptcha/api/siteverify" })
        #expect(requests[0].form.parameters.map(\.name) == ["secret", "response"])
        #expect(requests[1].form.parameters.map(\.value) == [Provider.secret, Provider.token, "192.0.2.1"])
        #expect(requests[1].form.parameters.map(\.name) == ["secret", "response", "remoteip"])
    }
}
