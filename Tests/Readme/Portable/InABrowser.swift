import CaptchaRetry
import CaptchaSolvers

enum InABrowser {
    static func example() {
        // README.md
        _ = retry
    }
}
