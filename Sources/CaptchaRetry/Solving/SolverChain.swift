extension CaptchaSolver {
    /// This solver, and another one for the prompts that this one can't show.
    ///
    /// ```swift
    /// let solver = BrowserSolver().fallback(to: TerminalSolver())
    /// ```
    ///
    /// The other one is asked where this one throws ``CaptchaHandlingError/Code/noSolverForPrompt``. Any other error,
    /// such as a dismissed prompt, stands: the person was asked, and shall not be asked twice.
    public func fallback(to other: any CaptchaSolver) -> SolverChain { SolverChain([self, other]) }
}

extension CaptchaSolver where Self == SolverChain {
    /// The first of several solvers that can show the prompt.
    ///
    /// ```swift
    /// let retry = CaptchaRetry(schemes: [.vk, .mediaWiki], solver: .first(of: [
    ///     webView.only(for: .page, .widget),
    ///     TerminalSolver().only(for: .question, .picture),
    /// ]))
    /// ```
    ///
    /// They are tried in this order. One that throws ``CaptchaHandlingError/Code/noSolverForPrompt`` is passed over, and
    /// `only(for:)` lets one do that for the kinds of prompt that it is not there for. If none is left, that is the
    /// error.
    public static func first(of solvers: [any CaptchaSolver]) -> SolverChain { SolverChain(solvers) }
}

/// Several solvers, of which the first that can show a prompt does so.
///
/// Make one with `.first(of:)` or `fallback(to:)`.
public struct SolverChain: CaptchaSolver {
    private let solvers: [any CaptchaSolver]
    private let solved = SolveRecord()

    init(_ solvers: [any CaptchaSolver]) { self.solvers = solvers }

    /// Asks one solver after the other, until one can show the prompt.
    ///
    /// - Throws: ``CaptchaHandlingError``: what that solver throws; with the code
    ///   ``CaptchaHandlingError/Code/noSolverForPrompt`` and the reasons of all if there is none.
    public func solve(_ challenge: CaptchaChallenge) async throws(CaptchaHandlingError) -> CaptchaToken {
        var reasons: [String] = []
        for (index, solver) in solvers.enumerated() {
            // Whoever was cancelled meanwhile wants no window to open.
            if Task.isCancelled { throw CaptchaHandlingError(.cancelled) }
            do {
                let token = try await solver.solve(challenge)
                solved.note(index, for: challenge)
                return token
            } catch {
                guard error.code == .noSolverForPrompt else { throw error }
                if let reason = error.reason { reasons.append(reason) }
            }
        }
        let reason = reasons.isEmpty ? "none is there for a \(challenge.prompt)" : reasons.joined(separator: "; ")
        throw CaptchaHandlingError(.noSolverForPrompt, reason: reason)
    }

    /// Tells the solver that the token is from, and no other.
    public func didReplay(_ challenge: CaptchaChallenge, outcome: ReplayOutcome) async {
        guard let index = solved.take(challenge) else { return }
        await solvers[index].didReplay(challenge, outcome: outcome)
    }
}
