import CaptchaRetry

enum WithAnotherClient {
    protocol Client: Sendable {
        func execute(_ request: PlainRequest) async throws -> PlainResponse
    }

    static func example(retry: CaptchaRetry, client: some Client, request: PlainRequest) async throws {
        // README.md
        _ = response
    }
}
