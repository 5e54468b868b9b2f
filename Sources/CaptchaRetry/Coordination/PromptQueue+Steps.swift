extension PromptQueue {
    var isShared: Bool { tokenScope != .singleUse }

    /// Whether a solve was accepted since the request was sent. In doubt it was: that costs a send, the other a prompt.
    func isLate(_ waiter: Waiter) -> Bool {
        guard let generationStart, let sentAt = waiter.sentAt else { return false }
        return sentAt <= generationStart
    }

    /// Whether its challenge cannot be answered any more.
    func isOver(_ waiter: Waiter, _ moment: Moment) -> Bool {
        waiter.deadline.map { $0 <= moment.now } ?? false
    }

    func isAsker(_ request: RequestID) -> Bool {
        if case .solving(let solve) = turn { return solve.asker == request }
        return false
    }

    func isTrying(_ request: RequestID) -> Bool {
        if case .trying(request, _) = turn { return true }
        return false
    }

    /// Lets a request try alone.
    mutating func letTry(_ request: RequestID, _ moment: Moment) {
        turn = .trying(request, until: moment.now + bounds.patience)
    }

    /// A refusal is told before the solver is asked again, so whoever tells it keeps the others from asking.
    mutating func keepTurn(_ request: RequestID, toTell verdict: Verdict, _ moment: Moment) {
        if case .free = turn, verdict.outcome == .refused { letTry(request, moment) }
    }

    mutating func popWaiting() -> RequestID? {
        while let request = order.popFirst() {
            if waiters[request] != nil, !isAsker(request) { return request }
        }
        return nil
    }

    /// Gives the turn to the next one in the queue, if it is free.
    mutating func advance(_ effects: inout [Effect], _ moment: Moment) {
        while case .free = turn, let request = popWaiting(), let waiter = waiters.removeValue(forKey: request) {
            if waiter.mayReplayBare, isOver(waiter, moment) || isLate(waiter) {
                letTry(request, moment)
                effects.append(.resume(request, .replayBare))
            } else {
                ask(request, waiter, &effects, moment)
            }
        }
    }

    /// Prompts on behalf of a request, if the bounds allow it. The turn is free before.
    mutating func ask(_ request: RequestID, _ waiter: Waiter, _ effects: inout [Effect], _ moment: Moment) {
        forgetWhatIsOver(at: moment.now)
        if let error = whyNotToAsk(waiter, at: moment.now) {
            effects.append(.resume(request, .fail(error)))
            return
        }
        let deadline = moment.now + bounds.solveTimeout
        prompts.append(moment.now)
        waiters[request] = waiter
        turn = .solving(
            Solve(
                id: moment.unusedSolve, challenge: waiter.challenge, asker: request, started: moment.now,
                deadline: deadline))
        effects.append(.report(CaptchaEvent(.asked, request: request, challenge: waiter.challenge)))
        effects.append(.start(moment.unusedSolve, waiter.challenge))
    }

    private func whyNotToAsk(_ waiter: Waiter, at now: Duration) -> CaptchaHandlingError? {
        if let cooldown { return cooldown.error }
        if prompts.count >= bounds.promptLimit {
            let reason = "\(bounds.promptLimit) prompts within \(bounds.promptWindow) are the limit"
            return CaptchaHandlingError(.stillChallenged, reason: reason)
        }
        if let deadline = waiter.deadline, deadline <= now {
            return CaptchaHandlingError(.stillChallenged, reason: "the challenge ended before it could be shown")
        }
        return nil
    }

    mutating func succeed(
        _ solve: Solve, _ token: CaptchaToken, _ duration: Duration, _ effects: inout [Effect], _ moment: Moment
    ) {
        waiters[solve.asker] = nil
        effects.append(
            .report(CaptchaEvent(.solved, request: solve.asker, challenge: solve.challenge, duration: duration)))
        inUse[solve.id] = TokenInUse(challenge: solve.challenge)
        let answer = CaptchaAnswer(challenge: solve.challenge, token: token)
        guard case .shared(let lifetime) = tokenScope else {
            letTry(solve.asker, moment)
            use(HeldToken(solve: solve.id, answer: answer), for: solve.asker, &effects)
            return
        }
        let token = HeldToken(solve: solve.id, answer: answer, expires: lifetime.map { moment.now + $0 })
        if let old = held, inUse[old.solve]?.replays == 0 { inUse[old.solve] = nil }
        held = token
        use(token, for: solve.asker, &effects)
        while let request = popWaiting() {
            waiters[request] = nil
            use(token, for: request, &effects)
        }
    }

    mutating func use(_ token: HeldToken, for request: RequestID, _ effects: inout [Effect]) {
        inUse[token.solve, default: TokenInUse(challenge: token.answer.challenge, isTold: true)].replays += 1
        effects.append(.resume(request, .replay(token.solve, token.answer)))
    }

    mutating func fail(
        _ solve: Solve, _ error: CaptchaHandlingError, _ duration: Duration, _ effects: inout [Effect],
        _ moment: Moment
    ) {
        waiters[solve.asker] = nil
        effects.append(
            .report(
                CaptchaEvent(
                    .unsolved, request: solve.asker, challenge: solve.challenge, duration: duration, code: error.code)))
        effects.append(.resume(solve.asker, .fail(error)))
        guard error.code == .dismissed || error.code == .timedOut else { return }
        // Whoever closed one window does not want the next one to open. What the solver says of the one challenge is
        // not true of the others.
        var error = error
        error.challenge = nil
        error.lastResponse = nil
        failWaiting(error, &effects)
        if bounds.dismissalCooldown > .zero { cooldown = (moment.now + bounds.dismissalCooldown, error) }
    }

    mutating func failWaiting(_ error: CaptchaHandlingError, _ effects: inout [Effect]) {
        while let request = popWaiting() {
            waiters[request] = nil
            effects.append(.resume(request, .fail(error)))
        }
    }

    /// Asks the solver to stop. Until it has, its prompt may be open, so nobody else gets the turn.
    mutating func close(_ solve: Solve, _ effects: inout [Effect], _ moment: Moment) {
        var solve = solve
        solve.deadline = moment.now + bounds.patience
        turn = .closing(solve)
        effects.append(.cancel(solve.id))
    }

    /// A bare replay passed, so the upstream has lifted its check: all may try at once.
    mutating func releaseAll(_ effects: inout [Effect]) {
        var stay: [RequestID] = []
        while let request = popWaiting() {
            if waiters[request]?.mayReplayBare == true {
                waiters[request] = nil
                effects.append(.resume(request, .replayBare))
            } else {
                stay.append(request)
            }
        }
        for request in stay { order.append(request) }
    }

    /// A replay with this token ended. Returns what the solver is to be told.
    mutating func settleToken(_ id: SolveID, as outcome: ReplayOutcome, _ moment: Moment) -> Verdict? {
        guard var token = inUse[id] else { return nil }
        token.replays -= 1
        if outcome == .accepted, !token.isAccepted {
            token.isAccepted = true
            generationStart = moment.sendTime
        }
        inUse[id] = token
        // Of many replays with a shared token, the first that says something counts.
        return outcome == .undetermined && token.replays > 0 ? nil : judge(id, outcome)
    }

    /// Takes note of what is known of a token; a refused one is attached to nothing any more.
    mutating func judge(_ id: SolveID, _ outcome: ReplayOutcome) -> Verdict? {
        if outcome == .refused, held?.solve == id { held = nil }
        guard let token = inUse[id] else { return nil }
        inUse[id]?.isTold = true
        if token.replays == 0, held?.solve != id { inUse[id] = nil }
        return token.isTold ? nil : Verdict(solve: id, challenge: token.challenge, outcome: outcome)
    }

    /// Those who leave stay in ``order`` until their turn would come. They are not to become the most of it.
    mutating func forgetWhoLeft() {
        guard order.count > 2 * waiters.count + 64 else { return }
        let waiters = waiters
        order.keep { waiters[$0] != nil }
    }

    mutating func forgetWhatIsOver(at now: Duration) {
        if let held, heldToken(at: now) == nil {
            self.held = nil
            if inUse[held.solve]?.replays == 0 { inUse[held.solve] = nil }
        }
        if let cooldown, cooldown.until <= now { self.cooldown = nil }
        let window = bounds.promptWindow
        prompts.removeAll { $0 + window <= now }
    }
}
