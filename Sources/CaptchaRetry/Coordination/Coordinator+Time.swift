#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension Coordinator {
    /// When the next deadline is due, and the task that sleeps until then. One serves all scopes.
    struct WakeUp: Sendable {
        var number: Int
        var deadline: Duration
        var task: Task<Void, Never>?
    }

    /// Sleeps until the wake-up of this number, and lets every scope's machine know that time has passed.
    ///
    /// The task does not keep the coordinator alive.
    func sleep(until wakeUp: WakeUp) {
        // A policy may say "for ever", which no clock of the system can count to. Waking up too early does no harm.
        let deadline = min(wakeUp.deadline, time.now() + Self.longest)
        let task = spawn { [weak self, time] in
            do { try await time.sleep(deadline) } catch { return }
            self?.wake(wakeUp.number)
        }
        let isCurrent = state.withLock { state -> Bool in
            guard state.wakeUp?.number == wakeUp.number else { return false }
            state.wakeUp?.task = task
            return true
        }
        if !isCurrent { task.cancel() }
    }

    /// When a challenge that came just now ends.
    func deadline(of challenge: CaptchaChallenge) -> Duration? {
        // Beyond that it makes no difference any more, and a number from outside must not overflow.
        let longest = Self.longest
        switch challenge.expiry {
        case nil: return nil
        case .after(let duration): return time.now() + min(max(duration, .zero), longest)
        case .at(let date):
            let seconds = date.timeIntervalSinceNow
            // A challenge that is over when it comes means that one of the clocks is wrong.
            guard seconds > 0 else { return nil }
            return time.now() + (seconds < 365 * 86_400 ? .seconds(seconds) : longest)
        }
    }

    /// A year.
    private static var longest: Duration { .seconds(365 * 86_400) }

    private func wake(_ number: Int) {
        let scopes = state.withLock { state -> [ScopeKey] in
            guard state.wakeUp?.number == number else { return [] }
            state.wakeUp = nil
            return Array(state.scopes.keys)
        }
        for scope in scopes {
            step(scope) { _, queue, effects, moment in queue.tick(effects: &effects, at: moment) }
        }
    }
}

extension Coordinator.State {
    /// Moves the wake-up to where it is needed. Returns the one to start sleeping for, and the task to cancel.
    mutating func moveWakeUp(to deadline: Duration?) -> (start: Coordinator.WakeUp?, cancel: Task<Void, Never>?) {
        if scopes.isEmpty {
            let old = wakeUp?.task
            wakeUp = nil
            return (nil, old)
        }
        guard let deadline, wakeUp.map({ deadline < $0.deadline }) ?? true else { return (nil, nil) }
        let old = wakeUp?.task
        lastWakeUp += 1
        let new = Coordinator.WakeUp(number: lastWakeUp, deadline: deadline)
        wakeUp = new
        return (new, old)
    }
}
