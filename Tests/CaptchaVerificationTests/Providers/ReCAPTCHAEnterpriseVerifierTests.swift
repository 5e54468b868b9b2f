import CaptchaRetry
import CaptchaRetryTesting
import CaptchaVerification
import Foundation
import Testing

@Suite("reCAPTCHA Enterprise")
struct ReCAPTCHAEnterpriseVerifierTests {
    static let good =
        #"{"tokenProperties":{"valid":true,"invalidReason":"INVALID_REASON_UNSPECIFIED","#
        + #""createTime":"2025-01-01T12:00:00.125Z","hostname":"shop.example","action":"login"},"#
        + #""riskAnalysis":{"score":0.7,"reasons":[]}}"#

    static func verifier(_ settings: VerificationSettings) -> ReCAPTCHAEnterpriseVerifier {
        ReCAPTCHAEnterpriseVerifier(
            project: "shop-1", siteKey: "6Lsite", authorization: .apiKey(SecretKey(Provider.secret)),
            settings: settings)
    }

    private static func invalid(_ reason: String, _ landing: Landing) -> DocumentedAnswer {
        DocumentedAnswer(
            #"{"tokenProperties":{"valid":false,"invalidReason":\#(reason)},"riskAnalysis":{"score":0,"reasons":[]}}"#,
            landing)
    }

    private static func score(_ score: String, _ landing: Landing) -> DocumentedAnswer {
        DocumentedAnswer(#"{"tokenProperties":{"valid":true},"riskAnalysis":{"score":\#(score)}}"#, landing)
    }

    private static func error(_ code: String, status: Int, _ landing: Landing) -> DocumentedAnswer {
        DocumentedAnswer(#"{"error":{"code":\#(status),"status":"\#(code)"}}"#, status: status, landing)
    }

    @Test(
        "Each documented answer lands where it belongs",
        arguments: [
            DocumentedAnswer(good, .accepted),
            invalid(#""INVALID_REASON_UNSPECIFIED""#, .rejected(.unspecified)),
            invalid(#""UNKNOWN_INVALID_REASON""#, .rejected(.unspecified)),
            invalid(#""MALFORMED""#, .rejected(.invalid)),
            invalid(#""MISSING""#, .rejected(.invalid)),
            invalid(#""EXPIRED""#, .rejected(.expiredOrReused)),
            invalid(#""DUPE""#, .rejected(.expiredOrReused)),
            invalid(#""BROWSER_ERROR""#, .rejected(.browserTrouble)),
            invalid(#""UNEXPECTED_ACTION""#, .rejected(.unexpectedAction)),
            invalid(#""A_NEW_REASON""#, .rejected(.unspecified)),
            invalid("4", .rejected(.unspecified)),
            invalid("null", .rejected(.unspecified)),
            score("0.5", .accepted),
            score("0.4", .rejected(.belowMinimumScore)),
            score(#""0.9""#, .rejected(.belowMinimumScore)),
            DocumentedAnswer(#"{"tokenProperties":{"valid":true}}"#, .rejected(.belowMinimumScore)),
            error("INVALID_ARGUMENT", status: 400, .unable(.misconfigured)),
            error("UNAUTHENTICATED", status: 401, .unable(.misconfigured)),
            error("PERMISSION_DENIED", status: 403, .unable(.misconfigured)),
            error("NOT_FOUND", status: 404, .unable(.misconfigured)),
            error("RESOURCE_EXHAUSTED", status: 429, .unable(.transient)),
            error("INTERNAL", status: 500, .unable(.transient)),
            error("UNAVAILABLE", status: 503, .unable(.transient)),
            DocumentedAnswer(#"{"tokenProperties":{"valid":"true"}}"#, .unable(.malformedAnswer)),
            DocumentedAnswer(#"{"tokenProperties":true,"riskAnalysis":{"score":0.9}}"#, .unable(.malformedAnswer)),
            DocumentedAnswer(#"{"success":true}"#, .unable(.malformedAnswer)),
        ])
    func documented(answer: DocumentedAnswer) async throws { try await answer.check(Self.verifier) }

    @Test("Whatever comes instead of an answer is unable, and the policy decides", arguments: Trouble.all)
    func trouble(trouble: Trouble) async throws {
        try await trouble.check(goodAnswer: Self.good, Self.verifier)
    }

    @Test("No token, and one that is too long, are rejected and never sent")
    func unusable() async throws { try await UnusableToken.check(Self.verifier) }

    @Test("An action that Google did not mind, but is not the expected one, is rejected")
    func action() async throws {
        let verifier = Self.verifier(Provider(answer: .json(Self.good)).settings)
        let login = try await verifier.verify("a", VerificationContext(expectedAction: "login"))
        #expect(login.landing == .accepted)
        let signup = try await verifier.verify("a", VerificationContext(expectedAction: "signup"))
        #expect(signup.landing == .rejected(.unexpectedAction))
    }

    @Test("What it says about a token is in the verdict, and so is the status of an error")
    func details() async throws {
        func app(_ name: String) -> UpstreamAnswer {
            .json(#"{"tokenProperties":{"valid":true,"\#(name)":"example.shop"},"riskAnalysis":{"score":1}}"#)
        }
        let denied = #"{"error":{"status":"PERMISSION_DENIED","message":"no"}}"#
        let answers = [
            .json(Self.good), app("iosBundleId"), app("androidPackageName"), .json(denied, status: 403),
        ]
        let verifier = Self.verifier(Provider(answers: answers).settings)
        let expected = Verdict.Details(
            host: "shop.example", time: Date(timeIntervalSince1970: 1_735_732_800.125), score: 0.7, action: "login")
        #expect(try await verifier.verify("a").details == expected)
        for _ in 0..<2 {
            #expect(try await verifier.verify("a").details == Verdict.Details(app: "example.shop", score: 1))
        }
        #expect(try await verifier.verify("a").inability?.codes == ["PERMISSION_DENIED"])
    }

    @Test("Its JSON has what is known and nothing else; keys and access tokens are in header fields")
    func json() async throws {
        let provider = Provider(answer: .json(Self.good))
        var verifier = Self.verifier(provider.settings)
        _ = try await verifier.verify(Provider.token)
        verifier.authorization = .accessToken(SecretKey("ya29"))
        _ = try await verifier.verify(
            "b", VerificationContext(remoteIP: "192.0.2.1", userAgent: "Web/1", expectedAction: "login"))
        let requests = provider.requests
        try #require(requests.count == 2)
        #expect(requests.allSatisfy { $0.target == "/v1/projects/shop-1/assessments" && $0.method == "POST" })
        #expect(requests.allSatisfy { $0.headerFields["Content-Type"] == "application/json" })
        #expect(requests[0].headerFields["X-Goog-Api-Key"] == Provider.secret)
        #expect(requests[0].json?["event"]?.members?.count == 2)
        #expect(requests[0].json?["event"]?["token"]?.string == Provider.token)
        #expect(requests[0].json?["event"]?["siteKey"]?.string == "6Lsite")
        #expect(requests[1].headerFields["Authorization"] == "Bearer ya29")
        let event = requests[1].json?["event"]
        #expect(event?["expectedAction"]?.string == "login")
        #expect(event?["userAgent"]?.string == "Web/1")
        #expect(event?["userIpAddress"]?.string == "192.0.2.1")
    }
}
