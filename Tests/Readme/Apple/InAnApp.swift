#if canImport(WebKit)
    import CaptchaRetry
    import CaptchaSolvers

    enum InAnApp {
        static func example() {
            // README.md
            _ = retry
        }
    }
#endif
