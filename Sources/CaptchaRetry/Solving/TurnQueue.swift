/// Lets one task at a time do something, in the order in which they come.
package final class TurnQueue: Sendable {
    private struct Waiter {
        let turn: Int
        /// `nil` until the task is suspended.
        var continuation: CheckedContinuation<Bool, Never>?
    }

    private struct State {
        /// The turn that somebody has now.
        var current: Int?
        var lastTurn = 0
        var waiters: [Waiter] = []

        /// - Returns: The turn, or `nil` if somebody has it.
        mutating func takeIfFree() -> Int? {
            guard current == nil else { return nil }
            lastTurn += 1
            current = lastTurn
            return lastTurn
        }

        mutating func queueUp() -> Int {
            lastTurn += 1
            waiters.append(Waiter(turn: lastTurn))
            return lastTurn
        }
    }

    private let state = Lock(State())
    private let onWaiting: (@Sendable () -> Void)?

    /// - Parameter onWaiting: Called whenever somebody has to wait, for tests.
    package init(onWaiting: (@Sendable () -> Void)? = nil) {
        self.onWaiting = onWaiting
    }

    /// Runs `body` when the turn comes, and passes it on when that has returned.
    ///
    /// A task that has the turn already, and what it started, does not wait for itself.
    ///
    /// - Returns: `nil`, at once, if the task is cancelled before its turn comes.
    @discardableResult
    package func withTurn<Result>(_ body: () async -> Result) async -> Result? {
        if let held = Self.held[ObjectIdentifier(self)], state.withLock({ $0.current == held }) { return await body() }
        guard let turn = await take() else { return nil }
        defer { pass() }
        if Task.isCancelled { return nil }
        return await run(body, as: turn)
    }

    /// Runs `body` if nobody has the turn.
    ///
    /// - Returns: `nil`, at once, if somebody has.
    @discardableResult
    package func withTurnIfFree<Result>(_ body: () async -> Result) async -> Result? {
        guard let turn = state.withLock({ $0.takeIfFree() }) else { return nil }
        defer { pass() }
        return await run(body, as: turn)
    }

    /// The turns that the running code has.
    @TaskLocal private static var held: [ObjectIdentifier: Int] = [:]

    private func run<Result>(_ body: () async -> Result, as turn: Int) async -> Result {
        await Self.$held.withValue(Self.held.merging([ObjectIdentifier(self): turn]) { $1 }, operation: body)
    }

    /// - Returns: `nil` if the task was cancelled while it waited.
    private func take() async -> Int? {
        // The place in the queue is settled right here: to suspend a task may take it to another thread, where a later
        // one may have been faster.
        let (turn, isFree) = state.withLock { state in
            if let turn = state.takeIfFree() { return (turn, true) }
            return (state.queueUp(), false)
        }
        return if isFree { turn } else { await wait(for: turn) ? turn : nil }
    }

    private func wait(for turn: Int) async -> Bool {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isMine: Bool? = state.withLock { state in
                    // Who is neither among the waiters nor has the turn was cancelled.
                    guard let index = state.waiters.firstIndex(where: { $0.turn == turn }) else {
                        return state.current == turn
                    }
                    state.waiters[index].continuation = continuation
                    return nil
                }
                if let isMine { continuation.resume(returning: isMine) } else { onWaiting?() }
            }
        } onCancel: {
            let waiter = state.withLock { state in
                state.waiters.firstIndex { $0.turn == turn }.map { state.waiters.remove(at: $0) }
            }
            waiter?.continuation?.resume(returning: false)
        }
    }

    private func pass() {
        let next = state.withLock { state in
            let next = state.waiters.isEmpty ? nil : state.waiters.removeFirst()
            state.current = next?.turn
            return next
        }
        next?.continuation?.resume(returning: true)
    }
}
