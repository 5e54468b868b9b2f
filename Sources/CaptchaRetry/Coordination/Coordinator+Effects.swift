extension Coordinator {
    /// What is left to do when the lock is released.
    private struct Work {
        var resumptions: [(Parked, PromptQueue.Instruction)] = []
        var starts: [(SolveID, CaptchaChallenge)] = []
        var cancellations: [Task<Void, Never>] = []
        var events: [CaptchaEvent] = []
        var wakeUp: (start: WakeUp?, cancel: Task<Void, Never>?)
    }

    /// Lets a scope's machine take one step, and carries out what it decides. The scope is made if a token scope is
    /// given; without one, a scope that is gone makes no step and `nil` comes back.
    @discardableResult
    func step<Result>(
        _ scope: ScopeKey, _ tokenScope: TokenScope? = nil,
        _ body: (inout Running, inout PromptQueue, inout [PromptQueue.Effect], PromptQueue.Moment) -> Result
    ) -> Result? {
        let now = time.now()
        let (result, work) = state.withLock { state -> (Result?, Work?) in
            if let tokenScope, state.scopes[scope] == nil {
                state.scopes[scope] = PromptQueue(
                    tokenScope: tokenScope, bounds: bounds, generationStart: state.forgotten[scope])
            }
            guard let index = state.scopes.index(forKey: scope) else { return (nil, nil) }
            let hadToken = state.scopes.values[index].held != nil
            state.lastSolve += 1
            let moment = PromptQueue.Moment(now: now, sendTime: sendTimes.passing(), unusedSolve: state.lastSolve)
            var effects: [PromptQueue.Effect] = []
            // Changed where it stands: a copy of a queue of thousands for each step would be dear.
            let result = body(&state.running, &state.scopes.values[index], &effects, moment)
            let hasToken = state.scopes.values[index].held != nil
            if hasToken != hadToken, let origin = scope.origin {
                state.heldOrigins.note(origin, holdsToken: hasToken)
                holdsTokens.set(state.heldOrigins.isEmpty ? 0 : 1)
            }
            let deadline = state.scopes.values[index].nextDeadline
            state.forgetIfIdle(index)
            return (result, Self.sort(effects, &state, deadline: deadline))
        }
        if let work { carryOut(work, in: scope) }
        return result
    }

    private static func sort(_ effects: [PromptQueue.Effect], _ state: inout State, deadline: Duration?) -> Work {
        var work = Work(wakeUp: state.moveWakeUp(to: deadline))
        for effect in effects {
            switch effect {
            case .resume(let request, let instruction):
                if let parked = state.running.parked.removeValue(forKey: request) {
                    work.resumptions.append((parked, instruction))
                }
            case .start(let solve, let challenge): work.starts.append((solve, challenge))
            case .cancel(let solve): if let task = state.running.solves[solve] { work.cancellations.append(task) }
            case .report(let event): work.events.append(event)
            }
        }
        return work
    }

    private func carryOut(_ work: Work, in scope: ScopeKey) {
        if let onEvent { work.events.forEach(onEvent) }
        for (solve, challenge) in work.starts { start(solve, challenge, in: scope) }
        work.cancellations.forEach { $0.cancel() }
        work.wakeUp.cancel?.cancel()
        if let wakeUp = work.wakeUp.start { sleep(until: wakeUp) }
        for (parked, instruction) in work.resumptions { parked.resume(returning: instruction) }
    }

    private func start(_ solve: SolveID, _ challenge: CaptchaChallenge, in scope: ScopeKey) {
        let task = spawn { [self] in
            let result = await asSolver(solve) { await answer(challenge) }
            step(scope) { running, queue, effects, moment in
                running.solves[solve] = nil
                queue.finish(solve, with: result, effects: &effects, at: moment)
            }
        }
        // By now it may have ended, or nobody may want it any more.
        let isUnwanted = state.withLock { state -> Bool in
            guard let queue = state.scopes[scope], queue.isRunning(solve) else { return false }
            state.running.solves[solve] = task
            return queue.isClosing(solve)
        }
        if isUnwanted { task.cancel() }
    }

    private func answer(_ challenge: CaptchaChallenge) async -> Result<CaptchaToken, CaptchaHandlingError> {
        // Given up before it began: no reason to let a window flash up.
        if Task.isCancelled { return .failure(CaptchaHandlingError(.cancelled)) }
        let deadline = SolveDeadline(in: bounds.solveTimeout, on: time)
        return await SolveDeadline.$current.withValue(deadline) { await solver.result(of: challenge) }
    }
}

extension Coordinator.State {
    /// Removes a scope's machine if there is nothing in it to keep.
    mutating func forgetIfIdle(_ index: Dictionary<ScopeKey, PromptQueue>.Index) {
        guard scopes.values[index].isIdle else { return }
        let (scope, queue) = scopes.remove(at: index)
        if let start = queue.generationStart { forgotten.note(start, in: scope) }
    }
}
