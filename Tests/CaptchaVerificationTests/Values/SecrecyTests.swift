import CaptchaRetry
import CaptchaRetryTesting
import CaptchaVerification
import Foundation
import Testing

@Suite("Secrets")
struct SecrecyTests {
    private static let secret = "S3CR3T"
    private static let token = "T0K3N"
    private static let address = "203.0.113.77"

    private static let settings = Provider(answer: .json("{}")).settings
    private static let key = SecretKey(secret)
    private static let context = VerificationContext(
        remoteIP: address, userAgent: address, expectedAction: "login")

    private static let verifiers: [any HTTPCaptchaVerifier] = [
        SmartCaptchaVerifier(secret: key, settings: settings),
        SmartCaptchaVerifier(secret: key, method: .get, settings: settings),
        ReCAPTCHAVerifier.v2(secret: key, settings: settings), ReCAPTCHAVerifier.v3(secret: key, settings: settings),
        HCaptchaVerifier(secret: key, settings: settings), TurnstileVerifier(secret: key, settings: settings),
        FriendlyCaptchaVerifier(apiKey: key, settings: settings),
        ReCAPTCHAEnterpriseVerifier(
            project: "p", siteKey: "s", authorization: .apiKey(key), settings: settings),
        ReCAPTCHAEnterpriseVerifier(
            project: "p", siteKey: "s", authorization: .accessToken(key), settings: settings),
    ]

    /// All that a value can be printed as.
    private func prints(_ value: Any) -> String {
        var text = "\(value)" + String(reflecting: value) + String(describing: Optional(value)) + "\([value])"
        dump(value, to: &text)
        return text
    }

    private func expectSilent(_ value: Any, _ location: SourceLocation = #_sourceLocation) {
        let text = prints(value)
        for secret in [Self.secret, Self.token, Self.address] {
            #expect(!text.contains(secret), "\(type(of: value))", sourceLocation: location)
        }
    }

    @Test("A key, a context, and everything that a verifier is made of print without secrets")
    func values() {
        expectSilent(Self.key)
        expectSilent(Self.context)
        expectSilent(Self.settings)
        for verifier in Self.verifiers {
            expectSilent(verifier)
            expectSilent(verifier.acceptingEachTokenOnce())
        }
        expectSilent(Self.verifiers[0].settings.transport)
    }

    @Test("Every request prints without secrets, though it holds them")
    func requests() throws {
        for verifier in Self.verifiers {
            let request = try #require(verifier.request(for: Self.token, Self.context))
            expectSilent(request)
            let body = String(decoding: request.body, as: UTF8.self)
            let whole = "\(request.url) \(request.headerFields) \(body)"
            #expect(whole.contains(Self.secret) && whole.contains(Self.token))
            #expect(request.method == "GET" || !request.url.absoluteString.contains(Self.secret))
        }
    }

    @Test("A response and a verdict print without secrets, also where the provider quotes what it was asked")
    func verdicts() async throws {
        let quote = "\(Self.secret) \(Self.token) \(Self.address)"
        let bodies = [
            #"{"success":false,"error-codes":["\#(quote)","\#(Self.token)","\#(Self.secret)"]}"#,
            #"{"success":false,"error":{"error_code":"\#(Self.token)"}}"#,
            #"{"status":"failed","message":"\#(quote)"}"#, #"{"status":"\#(quote)"}"#,
            #"{"status":"failed","message":"Authentication failed. \#(quote)"}"#,
            #"{"tokenProperties":{"valid":false,"invalidReason":"\#(Self.token)"}}"#,
        ]
        for body in bodies {
            expectSilent(VerificationResponse(status: 200, body: Data(body.utf8)))
            for status in [200, 403] {
                for verifier in Self.verifiers {
                    expectSilent(verifier.outcome(of: VerificationResponse(status: status, body: Data(body.utf8))))
                }
            }
        }
    }

    @Test("A transport's error that quotes the URL is in no verdict")
    func errors() async throws {
        let url = try #require(URL(string: "https://h.example/?secret=\(Self.secret)&token=\(Self.token)"))
        struct Telling: Error { var text: String }
        let errors: [any Error] = [
            URLError(.cannotFindHost, userInfo: [NSURLErrorFailingURLErrorKey: url]), Telling(text: "\(url)"),
            NSError(domain: "\(url)", code: 1),
        ]
        for error in errors {
            var verifier = SmartCaptchaVerifier(secret: Self.key, method: .get, settings: Self.settings)
            verifier.settings.transport = VerificationTransport { _ in throw error }
            let verdict = try await verifier.verify(Self.token, Self.context)
            #expect(verdict.landing == .unable(.transient))
            expectSilent(verdict)
        }
    }

    @Test("Tokens that were used print as nothing")
    func usedTokens() async throws {
        let used = UsedTokens()
        let provider = Provider(answer: .json(SmartCaptchaVerifierTests.good))
        let verifier = SmartCaptchaVerifier(secret: Self.key, settings: provider.settings).acceptingEachTokenOnce(used)
        #expect(try await verifier.verify(Self.token).isAccepted)
        expectSilent(used)
        expectSilent(verifier)
        #expect(Mirror(reflecting: used).children.isEmpty)
    }

    @Test("A key loses the blanks and line breaks around it, and nothing else", arguments: ["k", " k\n", "\r\nk\r\n"])
    func trimmed(text: String) {
        #expect(SecretKey(text) == SecretKey("k"))
        #expect(SecretKey("a b").value == "a b")
    }

    @Test(
        "A code is letters, hyphens and underscores; anything else could be a token",
        arguments: [
            ("timeout-or-duplicate", "timeout-or-duplicate"), ("PERMISSION_DENIED", "PERMISSION_DENIED"),
            ("", "unreadable"), ("a1", "unreadable"), ("a b", "unreadable"), ("a\nb", "unreadable"),
            ("é", "unreadable"), (String(repeating: "a", count: 49), "unreadable"), ("@[`{", "unreadable"),
        ])
    func codes(text: String, code: String) {
        #expect(ProviderCode(received: text).description == code)
    }
}
