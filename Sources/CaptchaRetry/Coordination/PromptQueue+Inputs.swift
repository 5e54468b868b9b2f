extension PromptQueue {
    /// A request was challenged.
    mutating func arrive(_ request: RequestID, as waiter: Waiter, effects: inout [Effect], at moment: Moment) {
        let heldTurn = isTrying(request)
        if heldTurn { turn = .free }
        if let held = heldToken(at: moment.now), held.solve != waiter.used {
            use(held, for: request, &effects)
        } else if heldTurn, waiter.mayReplayBare, isOver(waiter, moment) {
            letTry(request, moment)
            effects.append(.resume(request, .replayBare))
            return
        } else if heldTurn {
            // Its replay was challenged: it goes on with the fresh challenge.
            ask(request, waiter, &effects, moment)
        } else if isLate(waiter), waiter.mayReplayBare {
            effects.append(.resume(request, .replayBare))
            return
        } else {
            waiters[request] = waiter
            order.append(request)
        }
        advance(&effects, moment)
        if waiters[request] != nil, !isAsker(request) {
            effects.append(.report(CaptchaEvent(.waiting, request: request, challenge: waiter.challenge)))
        }
    }

    /// A request has replayed. Returns what the solver is to be told, once for each token.
    mutating func settle(
        _ request: RequestID, replayedWith solve: SolveID?, as outcome: Outcome, effects: inout [Effect],
        at moment: Moment
    ) -> Verdict? {
        var result = ReplayOutcome.refused
        if case .passed(let known) = outcome { result = known }
        let verdict = solve.flatMap { settleToken($0, as: result, moment) }
        if let verdict { keepTurn(request, toTell: verdict, moment) }
        guard isTrying(request), case .passed = outcome else { return verdict }
        turn = .free
        if solve == nil, result == .accepted { releaseAll(&effects) }
        advance(&effects, moment)
        return verdict
    }

    /// A request that had the shared token attached from the start was challenged.
    mutating func refuse(_ solve: SolveID, attachedTo request: RequestID, at moment: Moment) -> Verdict? {
        let verdict = judge(solve, .refused)
        if let verdict { keepTurn(request, toTell: verdict, moment) }
        return verdict
    }

    /// A request is gone: its caller was cancelled, or it ended.
    mutating func leave(_ request: RequestID, effects: inout [Effect], at moment: Moment) {
        if waiters.removeValue(forKey: request) != nil {
            forgetWhoLeft()
            guard case .solving(var solve) = turn, solve.asker == request else { return }
            if isShared, let heir = popWaiting() {
                // The others wait for the same token.
                solve.asker = heir
                turn = .solving(solve)
            } else {
                close(solve, &effects, moment)
            }
        } else if isTrying(request) {
            turn = .free
            advance(&effects, moment)
        }
    }

    /// The solver returned.
    mutating func finish(
        _ id: SolveID, with result: Result<CaptchaToken, CaptchaHandlingError>, effects: inout [Effect],
        at moment: Moment
    ) {
        switch turn {
        case .solving(let solve) where solve.id == id:
            turn = .free
            let duration = moment.now - solve.started
            switch result {
            case .success(let token): succeed(solve, token, duration, &effects, moment)
            case .failure(let error): fail(solve, error, duration, &effects, moment)
            }
        case .closing(let solve) where solve.id == id:
            turn = .free
        default:
            return
        }
        advance(&effects, moment)
    }

    /// Time has passed.
    mutating func tick(effects: inout [Effect], at moment: Moment) {
        switch turn {
        case .solving(let solve) where solve.deadline <= moment.now:
            let error = CaptchaHandlingError(.timedOut, reason: "the solver took longer than \(bounds.solveTimeout)")
            close(solve, &effects, moment)
            fail(solve, error, moment.now - solve.started, &effects, moment)
        case .closing(let solve) where solve.deadline <= moment.now:
            // The solver ignores its cancellation. A second prompt beside it is no way out, and neither is waiting.
            let reason = "the solver does not end after it was cancelled"
            close(solve, &effects, moment)
            failWaiting(CaptchaHandlingError(.timedOut, reason: reason), &effects)
        case .trying(_, let deadline) where deadline <= moment.now:
            // A replay that takes for ever is its caller's affair.
            turn = .free
            advance(&effects, moment)
        default: break
        }
        forgetWhatIsOver(at: moment.now)
    }
}

extension PromptQueue {
    /// What the solver is told about a token.
    struct Verdict: Sendable {
        var solve: SolveID
        var challenge: CaptchaChallenge
        var outcome: ReplayOutcome
    }

    /// When ``tick(effects:at:)`` has something to do, if ever.
    ///
    /// A solver is stopped when its time is over. Forgetting is in no hurry: it is rounded up, so that thousands of
    /// scopes are swept together.
    var nextDeadline: Duration? {
        var deadlines: [Duration] = []
        if let held, let expires = held.expires { deadlines.append(roundUp(expires)) }
        if let last = prompts.last { deadlines.append(roundUp(last + bounds.promptWindow)) }
        if let cooldown { deadlines.append(roundUp(cooldown.until)) }
        switch turn {
        case .solving(let solve), .closing(let solve): deadlines.append(solve.deadline)
        case .trying(_, let deadline): deadlines.append(deadline)
        case .free: break
        }
        return deadlines.min()
    }

    private func roundUp(_ deadline: Duration) -> Duration {
        let step = max(bounds.promptWindow / 8, .milliseconds(1))
        return step * (deadline / step).rounded(.up)
    }

    /// Whether nothing here matters any more, apart from ``generationStart``.
    var isIdle: Bool {
        guard case .free = turn else { return false }
        return waiters.isEmpty && held == nil && inUse.isEmpty && prompts.isEmpty && cooldown == nil
    }

    /// Whether the solver is, or may be, working on this solve.
    func isRunning(_ id: SolveID) -> Bool {
        switch turn {
        case .solving(let solve), .closing(let solve): solve.id == id
        case .free, .trying: false
        }
    }

    /// Whether this solve was cancelled and has not ended yet.
    func isClosing(_ id: SolveID) -> Bool {
        if case .closing(let solve) = turn { return solve.id == id }
        return false
    }

    /// The shared token, unless it is over.
    func heldToken(at now: Duration) -> HeldToken? {
        guard let held, held.expires.map({ now < $0 }) ?? true else { return nil }
        return held
    }
}
