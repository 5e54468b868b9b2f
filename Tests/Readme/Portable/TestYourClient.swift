import CaptchaRetry
import CaptchaRetryTesting
import Foundation
import Testing

@Suite("Test your client")
struct TestYourClient {
    @Test("The example of README.md")
    func example() async throws {
        // README.md
    }
}
