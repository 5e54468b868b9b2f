/// Lets one task at a time do something, in the order in which they come.
package final class TurnQueue: Sendable {
    private struct State {
        /// The turn that somebody has now.
        var current: Int?
        var lastTurn = 0
        var waiters: [(turn: Int, continuation: CheckedContinuation<Bool, Never>)] = []
    }

    private let state = Lock(State())
    private let onWaiting: (@Sendable () -> Void)?

    /// - Parameter onWaiting: Called whenever somebody has to wait, for tests.
    package init(onWaiting: (@Sendable () -> Void)? = nil) {
        self.onWaiting = onWaiting
    }

    /// Whether somebody has the turn.
    package var isTaken: Bool { state.withLock { $0.current != nil } }

    /// Runs `body` when the turn comes, and passes it on when that has returned.
    ///
    /// A task that has the turn already, and what it started, does not wait for itself.
    ///
    /// - Returns: `nil`, at once, if the task is cancelled before its turn comes.
    @discardableResult
    package func withTurn<Result>(_ body: () async -> Result) async -> Result? {
        let key = ObjectIdentifier(self)
        if let held = Self.held[key], state.withLock({ $0.current == held }) { return await body() }
        guard let turn = await take() else { return nil }
        defer { pass() }
        if Task.isCancelled { return nil }
        return await Self.$held.withValue(Self.held.merging([key: turn]) { $1 }, operation: body)
    }

    /// The turns that the running code has.
    @TaskLocal private static var held: [ObjectIdentifier: Int] = [:]

    private func take() async -> Int? {
        let turn = state.withLock { state in
            state.lastTurn += 1
            return state.lastTurn
        }
        let isMine = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let outcome: Bool? = state.withLock { state in
                    // A task's flag is up before its handler runs: a cancellation that comes before it waits is seen
                    // here, a later one finds it among the waiters.
                    if Task.isCancelled { return false }
                    if state.current == nil {
                        state.current = turn
                        return true
                    }
                    state.waiters.append((turn, continuation))
                    return nil
                }
                if let outcome { continuation.resume(returning: outcome) } else { onWaiting?() }
            }
        } onCancel: {
            let waiter = state.withLock { state in
                state.waiters.firstIndex { $0.turn == turn }.map { state.waiters.remove(at: $0) }
            }
            waiter?.continuation.resume(returning: false)
        }
        return isMine ? turn : nil
    }

    private func pass() {
        let next = state.withLock { state in
            let next = state.waiters.isEmpty ? nil : state.waiters.removeFirst()
            state.current = next?.turn
            return next
        }
        next?.continuation.resume(returning: true)
    }
}
