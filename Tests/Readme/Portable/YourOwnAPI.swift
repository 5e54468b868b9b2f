import CaptchaRetry

enum YourOwnAPI {
    static func example(solver: any CaptchaSolver) {
        // README.md
        _ = retry
    }
}
