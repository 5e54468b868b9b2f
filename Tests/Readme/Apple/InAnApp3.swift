#if canImport(WebKit)
    import CaptchaRetry
    import CaptchaSolvers

    enum InAnApp3 {
        static func example() {
            // README.md
            _ = solver
        }
    }
#endif
