extension CaptchaSolver {
    /// This solver, asked by one scope at a time.
    ///
    /// ```swift
    /// let solver = webView.serialized      // make it once, and give it to all who share the screen
    /// ```
    ///
    /// One scope never prompts twice at a time, but several can, and a solver may serve several clients. Where there is
    /// one screen, they take turns: first come, first served. The next one's turn comes when the solve before has
    /// returned, so that no window opens on top of another. The wait counts towards
    /// ``CaptchaRetryPolicy/solveTimeout``. One that is cancelled while it waits leaves at once with
    /// ``CaptchaHandlingError/Code/cancelled``.
    ///
    /// What the solver itself sends while it has the turn, and that asks it again, does not wait for itself.
    ///
    /// Each call makes a queue of its own.
    public var serialized: some CaptchaSolver { SerializedSolver(base: self) }
}

/// A solver that is asked one challenge at a time.
struct SerializedSolver<Base: CaptchaSolver>: CaptchaSolver {
    let base: Base
    var turns = TurnQueue()

    func solve(_ challenge: CaptchaChallenge) async throws(CaptchaHandlingError) -> CaptchaToken {
        let result = await turns.withTurn { await base.result(of: challenge) }
        guard let result else { throw CaptchaHandlingError(.cancelled) }
        return try result.get()
    }

    func didReplay(_ challenge: CaptchaChallenge, outcome: ReplayOutcome) async {
        await base.didReplay(challenge, outcome: outcome)
    }
}
