import CaptchaRetry
import Foundation

enum WithAnotherClient2 {
    struct ShopError: Error {
        var captchaURL: URL?
    }

    protocol Shop: Sendable {
        func post(_ text: String, captchaToken: String?) async throws -> Int
    }

    static func example(retry: CaptchaRetry, shop: some Shop, text: String) async throws {
        // README.md
        _ = post
    }
}
