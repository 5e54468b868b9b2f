import CaptchaRetry
import CaptchaRetryTesting
import CaptchaVerification
import Foundation
import Testing

@Suite("Turnstile")
struct TurnstileVerifierTests {
    static let internalError = #"{"success":false,"error-codes":["internal-error"]}"#

    static func verifier(_ settings: VerificationSettings) -> TurnstileVerifier {
        TurnstileVerifier(secret: SecretKey(Provider.secret), settings: settings)
    }

    @Test("Each answer that it shares with reCAPTCHA lands where it belongs", arguments: SiteVerifyAnswers.all)
    func shared(answer: DocumentedAnswer) async throws { try await answer.check(Self.verifier) }

    @Test(
        "internal-error is passing trouble, unless our configuration is wrong besides",
        arguments: [
            DocumentedAnswer(internalError, .unable(.transient)),
            SiteVerifyAnswers.refusal(#"bad-request","internal-error"#, .unable(.misconfigured)),
            SiteVerifyAnswers.refusal(#"internal-error","bad-request"#, .unable(.misconfigured)),
        ])
    func internalErrors(answer: DocumentedAnswer) async throws { try await answer.check(Self.verifier) }

    @Test("Whatever comes instead of an answer is unable, and the policy decides", arguments: Trouble.all)
    func trouble(trouble: Trouble) async throws {
        try await trouble.check(goodAnswer: SiteVerifyAnswers.good, Self.verifier)
    }

    @Test("No token, and one that is longer than 2048 bytes, are rejected and never sent")
    func unusable() async throws {
        try await UnusableToken.check(Self.verifier)
        #expect(Self.verifier(Provider(answer: .json("")).settings).maximumTokenLength == 2048)
    }

    @Test(
        "Passing trouble is met with one more attempt, byte for byte the same",
        arguments: [
            UpstreamAnswer.status(500), .json(internalError), .status(429), .dropConnection,
        ])
    func secondAttempt(first: UpstreamAnswer) async throws {
        let provider = Provider(answers: [first, .json(SiteVerifyAnswers.good)])
        #expect(try await Self.verifier(provider.settings).verify(Provider.token).landing == .accepted)
        try #require(provider.requests.count == 2)
        #expect(provider.requests[0] == provider.requests[1])
        #expect(UUID(uuidString: try #require(provider.requests[0].form["idempotency_key"])) != nil)
    }

    @Test("There is no third attempt")
    func noThird() async throws {
        let provider = Provider(answers: [.status(500), .status(502), .json(SiteVerifyAnswers.good)])
        #expect(try await Self.verifier(provider.settings).verify("a").landing == .unable(.transient))
        #expect(provider.requests.count == 2)
    }

    @Test(
        "Nothing but passing trouble is asked twice",
        arguments: [
            UpstreamAnswer.json(SiteVerifyAnswers.good), .status(404), .html("<html>"), .redirect(to: "/"),
            .json(#"{"success":false,"error-codes":["timeout-or-duplicate"]}"#),
            .json(#"{"success":false,"error-codes":["invalid-input-secret"]}"#),
            .json(#"{"success":false,"error-codes":["a-new-code"]}"#),
        ])
    func noSecond(answer: UpstreamAnswer) async throws {
        let provider = Provider(answer: answer)
        _ = try await Self.verifier(provider.settings).verify("a")
        #expect(provider.requests.count == 1)
    }

    @Test("Every verification has a key of its own")
    func keys() async throws {
        let provider = Provider(answer: .json(SiteVerifyAnswers.good))
        let verifier = Self.verifier(provider.settings)
        for _ in 0..<3 { _ = try await verifier.verify("a") }
        #expect(Set(provider.requests.map { $0.form["idempotency_key"] }).count == 3)
    }

    @Test("Its form has secret, response and key, and the address only where it is given")
    func form() async throws {
        let provider = Provider(answer: .json(SiteVerifyAnswers.good))
        let verifier = Self.verifier(provider.settings)
        _ = try await verifier.verify(Provider.token)
        _ = try await verifier.verify(Provider.token, VerificationContext(remoteIP: "192.0.2.1"))
        let requests = provider.requests
        try #require(requests.count == 2)
        #expect(requests.allSatisfy { $0.origin?.description == "https://challenges.cloudflare.com" })
        #expect(requests.allSatisfy { $0.method == "POST" && $0.target == "/turnstile/v0/siteverify" })
        #expect(requests[0].form.parameters.map(\.name) == ["secret", "response", "idempotency_key"])
        #expect(requests[1].form.parameters.map(\.name) == ["secret", "response", "remoteip", "idempotency_key"])
        #expect(requests[1].form["response"] == Provider.token)
    }
}
