import CaptchaRetry
import CaptchaRetryTesting
import CaptchaVerification
import Foundation
import Testing

@Suite("Friendly Captcha")
struct FriendlyCaptchaVerifierTests {
    static let good =
        #"{"success":true,"data":{"event_id":"ev_1","challenge":{"timestamp":"2025-01-01T12:00:00Z","#
        + #""origin":"shop.example"},"risk_intelligence":null}}"#

    static func verifier(_ settings: VerificationSettings) -> FriendlyCaptchaVerifier {
        FriendlyCaptchaVerifier(apiKey: SecretKey(Provider.secret), settings: settings)
    }

    private static func refusal(_ code: String, status: Int = 200, _ landing: Landing) -> DocumentedAnswer {
        DocumentedAnswer(
            #"{"success":false,"error":{"error_code":"\#(code)","detail":"…"}}"#, status: status, landing)
    }

    @Test(
        "Each documented answer lands where it belongs",
        arguments: [
            DocumentedAnswer(good, .accepted),
            DocumentedAnswer(#"{"success":true}"#, .accepted),
            DocumentedAnswer(#"{"success":true,"data":[]}"#, .accepted),
            refusal("response_invalid", .rejected(.invalid)),
            refusal("response_timeout", .rejected(.expiredOrReused)),
            refusal("response_duplicate", .rejected(.expiredOrReused)),
            refusal("a_new_code", .rejected(.unspecified)),
            DocumentedAnswer(#"{"success":false}"#, .rejected(.unspecified)),
            DocumentedAnswer(#"{"success":false,"error":"no"}"#, .rejected(.unspecified)),
            refusal("auth_required", status: 401, .unable(.misconfigured)),
            refusal("auth_invalid", status: 401, .unable(.misconfigured)),
            refusal("sitekey_invalid", status: 400, .unable(.misconfigured)),
            refusal("response_missing", status: 400, .unable(.misconfigured)),
            refusal("bad_request", status: 400, .unable(.misconfigured)),
            refusal("internal_server_error", status: 500, .unable(.transient)),
            refusal("response_invalid", status: 503, .unable(.transient)),
            refusal("sitekey_invalid", .unable(.misconfigured)),
            refusal("internal_server_error", .unable(.transient)),
            DocumentedAnswer(#"{"success":"true"}"#, .unable(.malformedAnswer)),
            DocumentedAnswer(#"{"success":1,"data":{}}"#, .unable(.malformedAnswer)),
        ])
    func documented(answer: DocumentedAnswer) async throws { try await answer.check(Self.verifier) }

    @Test("Whatever comes instead of an answer is unable, and the policy decides", arguments: Trouble.all)
    func trouble(trouble: Trouble) async throws {
        try await trouble.check(goodAnswer: Self.good, Self.verifier)
    }

    @Test("No token, and one that is longer than 16 KB, are rejected and never sent")
    func unusable() async throws { try await UnusableToken.check(Self.verifier) }

    @Test("By its advice every trouble passes, and no refusal", arguments: Trouble.all)
    func advice(trouble: Trouble) async throws {
        let good = Self.good
        var settings = Provider { _ in try trouble.answer(good) }.settings
        settings.unablePolicy = .friendlyCaptchaAdvice
        let verdict = try await Self.verifier(settings).verify("a")
        #expect(verdict.isAccepted)
        #expect(verdict.landing == .unable(trouble.cause))
        settings.transport = Provider(answer: .json(#"{"success":false}"#)).transport
        #expect(try await !Self.verifier(settings).verify("a").isAccepted)
    }

    @Test("Host, time and the code of a refusal are in the verdict")
    func details() async throws {
        let refusal = #"{"success":false,"error":{"error_code":"auth_invalid"}}"#
        let verifier = Self.verifier(Provider(answers: [.json(Self.good), .json(refusal, status: 401)]).settings)
        let noon = Date(timeIntervalSince1970: 1_735_732_800)
        #expect(try await verifier.verify("a").details == Verdict.Details(host: "shop.example", time: noon))
        #expect(
            try await verifier.verify("a").inability
                == Verdict.Inability(.misconfigured, status: 401, codes: ["auth_invalid"]))
    }

    @Test("Its form has the response, and the site key where it is given; the API key is in a header field")
    func form() async throws {
        let provider = Provider(answer: .json(Self.good))
        _ = try await Self.verifier(provider.settings).verify(
            Provider.token, VerificationContext(remoteIP: "192.0.2.1"))
        let verifier = FriendlyCaptchaVerifier(
            apiKey: SecretKey(Provider.secret), siteKey: "FCMSITE", endpoint: FriendlyCaptchaVerifier.euEndpoint,
            settings: provider.settings)
        _ = try await verifier.verify(Provider.token)
        let requests = provider.requests
        try #require(requests.count == 2)
        #expect(requests.map { $0.origin?.description } == ["https://global.frcapi.com", "https://eu.frcapi.com"])
        #expect(requests.allSatisfy { $0.method == "POST" && $0.target == "/api/v2/captcha/siteverify" })
        #expect(requests.allSatisfy { $0.headerFields["X-API-Key"] == Provider.secret })
        #expect(requests[0].form.parameters.map(\.name) == ["response"])
        #expect(requests[0].form["response"] == Provider.token)
        #expect(requests[1].form["sitekey"] == "FCMSITE")
    }
}
