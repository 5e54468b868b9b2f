import CaptchaVerification

enum VerifyTokensInYourOwnBackend2 {
    protocol Logger {
        func info(_ message: String)
    }

    static func example(key: String, token: String, peerAddress: String, logger: some Logger) async throws {
        // README.md
    }
}
