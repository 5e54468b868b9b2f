extension CaptchaSolver {
    /// This solver, for some kinds of prompt only.
    ///
    /// ```swift
    /// .first(of: [webView.only(for: .page, .widget), TerminalSolver()])
    /// ```
    ///
    /// For the others it throws ``CaptchaHandlingError`` with the code ``CaptchaHandlingError/Code/noSolverForPrompt``,
    /// without being asked.
    public func only(for kinds: CaptchaPrompt.Kind...) -> some CaptchaSolver {
        RestrictedSolver(base: self) { kinds.contains($0.prompt.kind) }
    }

    /// This solver, for some challenges only: those of one scheme, or the widgets of one provider.
    ///
    /// ```swift
    /// smartCaptcha.only { $0.scheme == "shop" }
    /// ```
    ///
    /// For the others it throws ``CaptchaHandlingError`` with the code ``CaptchaHandlingError/Code/noSolverForPrompt``,
    /// without being asked.
    public func only(where isWanted: @escaping @Sendable (CaptchaChallenge) -> Bool) -> some CaptchaSolver {
        RestrictedSolver(base: self, isWanted: isWanted)
    }
}

/// A solver that declines some challenges.
struct RestrictedSolver<Base: CaptchaSolver>: CaptchaSolver {
    let base: Base
    let isWanted: @Sendable (CaptchaChallenge) -> Bool

    func solve(_ challenge: CaptchaChallenge) async throws(CaptchaHandlingError) -> CaptchaToken {
        guard isWanted(challenge) else { throw CaptchaHandlingError(.noSolverForPrompt) }
        return try await base.solve(challenge)
    }

    func didReplay(_ challenge: CaptchaChallenge, outcome: ReplayOutcome) async {
        await base.didReplay(challenge, outcome: outcome)
    }
}
