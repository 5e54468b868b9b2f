import CaptchaRetry
import CaptchaSolvers

enum SeveralOfThem {
    struct AskSupport: CaptchaSolver {
        func solve(_ challenge: CaptchaChallenge) async throws(CaptchaHandlingError) -> CaptchaToken {
            throw CaptchaHandlingError(.noSolverForPrompt)
        }
    }

    /// `webView` is a `WebViewSolver`, which Linux has none of.
    static func example(webView: some CaptchaSolver) {
        // README.md
        _ = retry
    }
}
