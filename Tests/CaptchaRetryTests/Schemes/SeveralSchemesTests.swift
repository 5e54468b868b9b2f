import CaptchaRetry
import CaptchaRetryTesting
import Foundation
import Testing

@Suite("Several schemes at once")
struct SeveralSchemesTests {
    /// All that are built in, in some order.
    static let all: [any CaptchaScheme] = [
        .vk, .awsWAF, .reCAPTCHAForWAF, .firebaseAuth(siteKey: "key"),
        .supabase(provider: .turnstile, siteKey: "key"), .privacyPass, .signal, .mediaWiki, .gitLab, .matrix, .proton,
        TestScheme(),
    ]

    /// Counts how often it is looked into.
    private struct Counted: InspectableResponse {
        let looks = LockedValue(0)
        let parses = LockedValue(0)
        var status = 200
        var text: String

        func value(forHTTPHeaderField name: String) -> String? { name == "Content-Type" ? "application/json" : nil }

        func withBodyBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
            looks.withLock { $0 += 1 }
            return Array(text.utf8).withUnsafeBytes(body)
        }

        func json() -> JSONElement? {
            parses.withLock { $0 += 1 }
            return JSONElement(text.utf8)
        }
    }

    @Test("The first that recognises a response wins, in the order in which they are given")
    func order() async throws {
        for ids in [["a", "b"], ["b", "a"]] {
            let solver = StubSolver(token: "t")
            let retry = CaptchaRetry(schemes: ids.map { TestScheme(id: $0) }, solver: solver)
            _ = try await retry.perform(PlainRequest.get, send: ScriptedUpstream(answers: [.captcha(1), .ok]).send)
            #expect(solver.asked.map(\.scheme) == [ids[0]])
        }
    }

    @Test("An ordinary response is looked into once for all schemes, and not parsed")
    func ordinary() async throws {
        let retry = CaptchaRetry(schemes: Self.all, solver: StubSolver(token: "t"))
        let response = Counted(text: #"{"items": [1, 2, 3], "text": "nothing to see"}"#)
        _ = try await retry.perform(PlainRequest.get) { _ in response }
        #expect(response.looks.value == 1 && response.parses.value == 0)
    }

    @Test("A response that only looks like a captcha error to many schemes is parsed once")
    func nearMiss() async throws {
        let retry = CaptchaRetry(schemes: Self.all, solver: StubSolver(token: "t"))
        let response = Counted(
            status: 400,
            text: #"{"error_code": 1, "captcha": true, "code": "captcha_failed?", "error": {"message": "MISSING"}}"#)
        _ = try await retry.perform(PlainRequest.get) { _ in response }
        #expect(response.parses.value == 1)
    }
}
