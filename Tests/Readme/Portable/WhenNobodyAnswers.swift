import CaptchaRetry
import CaptchaRetryURLSession
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

enum WhenNobodyAnswers {
    static func example(session: CaptchaRetryingSession, request: URLRequest, show: (Data) -> Void) async throws {
        // README.md
    }
}
