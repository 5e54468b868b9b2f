import CaptchaRetry
import CaptchaRetryTesting
import Foundation

/// Whatever sends. A real client is code that the compiler does not see through, and so are these.
protocol Client: Sendable {
    func send(_ request: PlainRequest) async throws -> PlainResponse
}

/// A client that has its answer in memory: what is left of a request when sending costs nothing.
struct Transport {
    private struct Memory: Client {
        let answer: PlainResponse

        func send(_ request: PlainRequest) async throws -> PlainResponse { answer }
    }

    let answer: PlainResponse
    let client: any Client

    init(answer: PlainResponse) {
        self.answer = answer
        client = Memory(answer: answer)
    }

    /// Sends without the package.
    func bare() -> () async throws -> Int {
        { [client] in try await client.send(Self.request).status }
    }

    /// Sends with it.
    func wrapped(_ retry: CaptchaRetry) -> () async throws -> Int {
        { [client] in try await retry.perform(Self.request) { try await client.send($0) }.status }
    }

    static let request = PlainRequest(
        url: URL(string: "https://api.example/method/items.get?page=1"), headerFields: ["Accept": "application/json"])

    /// The header fields of an ordinary API.
    static func fields(_ contentType: String) -> HeaderFields {
        [
            "Server": "nginx", "Date": "Mon, 03 Mar 2025 10:00:00 GMT", "Content-Type": contentType,
            "Connection": "keep-alive", "Cache-Control": "no-store", "X-Request-Id": "5f0c1ad2b7",
        ]
    }

    static func json(_ body: [UInt8]) -> Transport {
        Transport(answer: PlainResponse(headerFields: fields("application/json; charset=utf-8"), body: Data(body)))
    }
}

extension CaptchaRetry {
    /// One scheme, with markers at any status.
    static func one(maximumBody: Int = 1 << 20) -> CaptchaRetry { with([.vk], maximumBody) }

    /// All schemes that have a name.
    static func all(maximumBody: Int = 1 << 20) -> CaptchaRetry {
        with(
            [
                .vk, .mediaWiki, .gitLab, .matrix, .proton, .signal, .awsWAF, .firebaseAuth(siteKey: "key"),
                .supabase(provider: .turnstile, siteKey: "key"), .privacyPass, .reCAPTCHAForWAF,
            ], maximumBody)
    }

    /// These schemes.
    static func with(_ schemes: [any CaptchaScheme], _ maximumBody: Int = 1 << 20) -> CaptchaRetry {
        var policy = CaptchaRetryPolicy()
        policy.maximumInspectedBody = maximumBody
        return CaptchaRetry(schemes: schemes, solver: StubSolver(token: "token"), policy: policy)
    }
}
