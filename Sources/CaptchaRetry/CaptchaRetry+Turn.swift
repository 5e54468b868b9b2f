extension CaptchaRetry {
    /// Waits until the request is to be replayed, and puts the token in if there is one. Returns the token's solve.
    ///
    /// Thousands of requests may wait here at once, each with a frame for all that this function ever needs. So whatever
    /// does not wait is in functions of its own, which are not inlined.
    func takeTurn<Success>(
        _ challenged: Challenged<Success>, _ run: inout ChallengedRequest
    ) async throws -> PromptQueue.SolveID? {
        let scope = ScopeKey(
            origin: challenged.challenge.origin, scheme: challenged.challenge.scheme, identity: run.identity)
        if let verdict = enter(scope, challenged, &run) { await coordinator.tell(verdict) }
        try Task.checkCancellation()
        let waiter = try waiter(challenged, run)
        let tokenScope = detector.tokenScope(of: challenged.challenge)
        let instruction = try await coordinator.next(run.number, in: scope, tokenScope: tokenScope, as: waiter)
        let solve = try follow(instruction, &run, scheme: scope.scheme)
        if let solve, let misfit = misfit(challenged, run) {
            await settle(challenged, run, solve, .passed(.refused), isFinal: true)
            throw misfit
        }
        return solve
    }

    /// Goes over to this scope. Returns what the solver is to be told of the token that did not help.
    @inline(never)
    private func enter<Success>(
        _ scope: ScopeKey, _ challenged: Challenged<Success>, _ run: inout ChallengedRequest
    ) -> PromptQueue.Verdict? {
        if let last = run.scope, last != scope { coordinator.leave(run.number, in: last) }
        run.scope = scope
        guard let used = run.answers.solve(of: scope.scheme),
            let verdict = coordinator.refuse(used, in: scope, attachedTo: run.number)
        else { return nil }
        report(.refused, run, challenged)
        return verdict
    }

    /// - Throws: ``CaptchaHandlingError`` if there is nothing to wait for.
    @inline(never)
    private func waiter<Success>(
        _ challenged: Challenged<Success>, _ run: ChallengedRequest
    ) throws -> PromptQueue.Waiter {
        if run.replays >= maximumReplays { throw CaptchaHandlingError(.stillChallenged) }
        if let obstacle = challenged.obstacle { throw obstacle }
        return PromptQueue.Waiter(
            challenge: challenged.challenge, deadline: challenged.deadline,
            sentAt: detector.solveLiftsCheck(of: challenged.challenge) ? run.sentAt : nil,
            mayReplayBare: run.bareReplays < ChallengedRequest.maximumBareReplays,
            used: run.answers.solve(of: challenged.challenge.scheme))
    }

    @inline(never)
    private func follow(
        _ instruction: PromptQueue.Instruction, _ run: inout ChallengedRequest, scheme: String
    ) throws -> PromptQueue.SolveID? {
        switch instruction {
        case .fail(let error): throw error
        case .replayBare:
            run.bareReplays += 1
            run.answers.remove(scheme)
            return nil
        case .replay(let solve, let answer):
            run.replays += 1
            run.answers.set(answer, from: solve)
            return solve
        }
    }

    /// Why the tokens do not fit into the request, if so.
    @inline(never)
    private func misfit<Success>(_ challenged: Challenged<Success>, _ run: ChallengedRequest) -> (any Error)? {
        challenged.misfit(run.answers)
    }
}
