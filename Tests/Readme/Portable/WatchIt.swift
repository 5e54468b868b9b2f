import CaptchaRetry

enum WatchIt {
    static func example(solver: any CaptchaSolver) {
        // README.md
        _ = retry
    }
}
