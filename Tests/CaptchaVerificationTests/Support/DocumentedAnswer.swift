import CaptchaRetryTesting
import CaptchaVerification
import Testing

/// An answer that a provider documents, or one that is near it, and where it has to land.
struct DocumentedAnswer: Sendable, CustomTestStringConvertible {
    var body: String
    var status = 200
    var landing: Landing

    init(_ body: String, status: Int = 200, _ landing: Landing) {
        self.body = body
        self.status = status
        self.landing = landing
    }

    var testDescription: String { "\(status) \(body.prefix(120))" }

    /// Checks that it lands there, and that nobody is let through who was not accepted.
    func check(_ verifier: (VerificationSettings) -> some HTTPCaptchaVerifier) async throws {
        let provider = Provider(answer: .json(body, status: status))
        let verdict = try await verifier(provider.settings).verify(Provider.token)
        #expect(verdict.landing == landing)
        #expect(verdict.isAccepted == (landing == .accepted))
        #expect(!"\(verdict)".contains(Provider.token))
    }
}
