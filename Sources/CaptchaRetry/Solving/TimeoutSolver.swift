extension CaptchaSolver {
    /// This solver, with a limit to how long it may take for one challenge.
    ///
    /// ```swift
    /// let solver = TerminalSolver().timeout(.seconds(90))
    /// ```
    ///
    /// ``CaptchaRetryPolicy/solveTimeout`` limits all solvers; this is for one that shall give up sooner. When the time
    /// is up the solver's task is cancelled, and nobody waits for it to return. Should its prompt take a while to close,
    /// write `solver.serialized.timeout(_:clock:)`, and the next one opens only then. The time that a prompt waits for
    /// its turn counts too, unless the time-out stands first: `solver.timeout(_:clock:).serialized`.
    ///
    /// - Parameters:
    ///   - limit: How long it may take. With zero or less the solver is never asked.
    ///   - clock: What the limit is measured on.
    /// - Returns: A solver that throws ``CaptchaHandlingError`` with the code ``CaptchaHandlingError/Code/timedOut``
    ///   when the limit is reached, and what this one throws otherwise.
    public func timeout(_ limit: Duration, clock: any Clock<Duration> = ContinuousClock()) -> some CaptchaSolver {
        TimeoutSolver(base: self, limit: limit, clock: clock)
    }
}

/// A solver with a limit to how long it may take.
struct TimeoutSolver<Base: CaptchaSolver>: CaptchaSolver {
    // Nobody waits longer than that, and the sum of it and an instant does not overflow.
    private static var longest: Duration { .seconds(365 * 86_400) }

    let base: Base
    let limit: Duration
    let clock: any Clock<Duration>

    func solve(_ challenge: CaptchaChallenge) async throws(CaptchaHandlingError) -> CaptchaToken {
        let late = CaptchaHandlingError(.timedOut, reason: "the solver took longer than \(limit)")
        if limit <= .zero { throw late }
        if Task.isCancelled { throw CaptchaHandlingError(.cancelled) }
        let first = FirstValue<Result<CaptchaToken, CaptchaHandlingError>?>()
        // Tasks of their own, since a child task would have to be waited for, and the solver may ignore its
        // cancellation. Task-local values go along.
        let limit = min(self.limit, Self.longest)
        let deadline = SolveDeadline(in: limit, on: TimeBase(clock), or: .current)
        let solve = Task {
            first.set(await SolveDeadline.$current.withValue(deadline) { await base.result(of: challenge) })
        }
        let timer = Task { [clock] in
            do { try await clock.sleep(for: limit) } catch { return }
            first.set(nil)
        }
        defer {
            solve.cancel()
            timer.cancel()
        }
        // A cancelled solve is waited for, until the limit: the caller may want to know when its window is closed.
        let result = await withTaskCancellationHandler {
            await first.value
        } onCancel: {
            solve.cancel()
        }
        guard let result else { throw Task.isCancelled ? CaptchaHandlingError(.cancelled) : late }
        return try result.get()
    }

    func didReplay(_ challenge: CaptchaChallenge, outcome: ReplayOutcome) async {
        await base.didReplay(challenge, outcome: outcome)
    }
}
