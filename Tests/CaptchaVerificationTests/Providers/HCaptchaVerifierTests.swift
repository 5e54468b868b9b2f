import CaptchaRetry
import CaptchaRetryTesting
import CaptchaVerification
import Foundation
import Testing

@Suite("hCaptcha")
struct HCaptchaVerifierTests {
    static func verifier(_ settings: VerificationSettings) -> HCaptchaVerifier {
        HCaptchaVerifier(secret: SecretKey(Provider.secret), settings: settings)
    }

    @Test("Each answer that it shares with reCAPTCHA lands where it belongs", arguments: SiteVerifyAnswers.all)
    func shared(answer: DocumentedAnswer) async throws { try await answer.check(Self.verifier) }

    @Test(
        "Each code of its own lands where it belongs",
        arguments: [
            SiteVerifyAnswers.refusal("expired-input-response", .rejected(.expiredOrReused)),
            SiteVerifyAnswers.refusal("already-seen-response", .rejected(.expiredOrReused)),
            SiteVerifyAnswers.refusal("invalid-or-already-seen-response", .rejected(.invalidOrExpired)),
            SiteVerifyAnswers.refusal("sitekey-secret-mismatch", .unable(.misconfigured)),
            SiteVerifyAnswers.refusal("missing-remoteip", .unable(.misconfigured)),
            SiteVerifyAnswers.refusal("invalid-remoteip", .unable(.misconfigured)),
            SiteVerifyAnswers.refusal("not-using-dummy-passcode", .unable(.misconfigured)),
            SiteVerifyAnswers.refusal("not-using-dummy-secret", .unable(.misconfigured)),
        ])
    func own(answer: DocumentedAnswer) async throws { try await answer.check(Self.verifier) }

    @Test("Whatever comes instead of an answer is unable, and the policy decides", arguments: Trouble.all)
    func trouble(trouble: Trouble) async throws {
        try await trouble.check(goodAnswer: SiteVerifyAnswers.good, Self.verifier)
    }

    @Test("No token, and one that is too long, are rejected and never sent")
    func unusable() async throws { try await UnusableToken.check(Self.verifier) }

    @Test("Its score counts malice, so the verdict has it the other way round")
    func score() async throws {
        let answer = #"{"success":true,"hostname":"shop.example","score":0.75}"#
        var verifier = Self.verifier(Provider(answer: .json(answer)).settings)
        #expect(try await verifier.verify("a").details?.score == 0.25)
        verifier.settings.checks.minimumScore = 0.5
        #expect(try await verifier.verify("a").landing == .rejected(.belowMinimumScore))
    }

    @Test("Its form has secret and response, and address and site key only where they are given")
    func form() async throws {
        let provider = Provider(answer: .json(SiteVerifyAnswers.good))
        _ = try await Self.verifier(provider.settings).verify(Provider.token)
        let verifier = HCaptchaVerifier(
            secret: SecretKey(Provider.secret), siteKey: "10000000-ffff-ffff-ffff-000000000001",
            settings: provider.settings)
        _ = try await verifier.verify(Provider.token, VerificationContext(remoteIP: "192.0.2.1"))
        let requests = provider.requests
        try #require(requests.count == 2)
        #expect(requests.allSatisfy { $0.origin?.description == "https://api.hcaptcha.com" })
        #expect(requests.allSatisfy { $0.method == "POST" && $0.target == "/siteverify" })
        #expect(requests[0].form.parameters.map(\.name) == ["secret", "response"])
        #expect(requests[1].form.parameters.map(\.name) == ["secret", "response", "remoteip", "sitekey"])
        #expect(requests[1].form["response"] == Provider.token)
        #expect(requests[1].form["sitekey"] == "10000000-ffff-ffff-ffff-000000000001")
    }
}
