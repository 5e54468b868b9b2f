import CaptchaRetry
import CaptchaRetryTesting
import CaptchaVerification
import Foundation
import Testing

/// What can come instead of an answer, the same for every provider.
struct Trouble: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let cause: Verdict.Inability.Cause
    /// Makes an answer out of one that would be accepted.
    let answer: @Sendable (String) throws -> UpstreamAnswer

    private init(
        _ name: String, _ cause: Verdict.Inability.Cause,
        _ answer: @escaping @Sendable (String) throws -> UpstreamAnswer
    ) {
        testDescription = name
        self.cause = cause
        self.answer = answer
    }

    static let all = [
        Trouble("HTML at 200", .malformedAnswer) { _ in .html("<html>Sign in to the hotel's network</html>") },
        Trouble("truncated JSON", .malformedAnswer) { .json(String($0.dropLast())) },
        Trouble("half of the JSON", .malformedAnswer) { .json(String($0.prefix($0.count / 2))) },
        Trouble("no body", .malformedAnswer) { _ in .json("") },
        Trouble("an array", .malformedAnswer) { .json("[\($0)]") },
        Trouble("null", .malformedAnswer) { _ in .json("null") },
        Trouble("an empty object", .malformedAnswer) { _ in .json("{}") },
        Trouble("no UTF-8", .malformedAnswer) { _ in .body(Data([0xFF, 0xFE, 0x7B]), type: "application/json") },
        Trouble("very deep JSON", .malformedAnswer) { _ in
            .json(String(repeating: #"{"a":"#, count: 5_000) + "1" + String(repeating: "}", count: 5_000))
        },
        Trouble("3 MB", .malformedAnswer) { .json($0 + String(repeating: " ", count: 3_000_000)) },
        Trouble("204", .malformedAnswer) { _ in .status(204) },
        Trouble("the good answer at 206", .malformedAnswer) { .json($0, status: 206) },
        Trouble("the good answer at 500", .transient) { .json($0, status: 500) },
        Trouble("503 with HTML", .transient) { _ in .html("<html>Back soon</html>", status: 503) },
        Trouble("503 with 100 KB of HTML", .transient) { _ in
            .html(String(repeating: "<p>Back soon</p>", count: 6_400), status: 503)
        },
        Trouble("429", .transient) { _ in .status(429) },
        Trouble("the good answer at 404", .misconfigured) { .json($0, status: 404) },
        Trouble("redirect", .misconfigured) { _ in .redirect(to: "https://elsewhere.example/") },
        Trouble("time-out", .transient) { _ in throw URLError(.timedOut) },
        Trouble("refused connection", .transient) { _ in throw URLError(.cannotConnectToHost) },
        Trouble("an end without an answer", .transient) { _ in .dropConnection },
        Trouble("a cancellation that nobody asked for", .transient) { _ in throw CancellationError() },
    ]

    /// Checks that it is a verdict, that fail closed refuses and fail open accepts, and that both say what happened.
    func check(
        goodAnswer: String, _ verifier: (VerificationSettings) -> some HTTPCaptchaVerifier
    ) async throws {
        let answer = answer
        let provider = Provider { _ in try answer(goodAnswer) }
        for policy in [UnablePolicy.failClosed, .failOpen] {
            var settings = provider.settings
            settings.unablePolicy = policy
            let verdict = try await verifier(settings).verify(Provider.token)
            #expect(verdict.landing == .unable(cause))
            #expect(verdict.isAccepted == (policy.description == "fail open"))
            #expect(verdict.policy == policy.description)
        }
    }
}

/// Tokens that are never sent.
enum UnusableToken {
    static func check(_ verifier: (VerificationSettings) -> some HTTPCaptchaVerifier) async throws {
        let provider = Provider(answer: .json("{}"))
        var settings = provider.settings
        settings.unablePolicy = .failOpen
        let verifier = verifier(settings)
        let limit = verifier.maximumTokenLength
        let unusable = ["", String(repeating: "a", count: 100_000), String(repeating: "a", count: limit + 1)]
        for token in unusable + [String(repeating: "ä", count: limit / 2 + 1)] {
            let verdict = try await verifier.verify(token)
            #expect(verdict.landing == .rejected(.unusable))
            #expect(!verdict.isAccepted)
        }
        #expect(provider.requests.isEmpty)
        _ = try await verifier.verify(String(repeating: "a", count: limit))
        #expect(!provider.requests.isEmpty)
    }
}
