import Foundation

/// A lock-protected state that tasks can wait on until a condition holds in it.
///
/// Not an actor: what tests ask for (`requests`, `sleeperCount`) has to be readable without `await`.
final class Monitor<State: Sendable>: @unchecked Sendable {
    // Sendable because `state`, `waiters` and `lastID` are touched under `lock` only.

    private struct Waiter {
        var id: Int
        var condition: @Sendable (State) -> Bool
        var continuation: CheckedContinuation<Bool, Never>
    }

    private let lock = NSLock()
    private var state: State
    private var waiters: [Waiter] = []
    private var lastID = 0

    init(_ state: State) { self.state = state }

    /// Reads or changes the state, and wakes those whose condition holds now.
    func withLock<Result>(_ body: (inout State) -> Result) -> Result {
        let (result, ready) = lock.withLock {
            let result = body(&state)
            guard !waiters.isEmpty else { return (result, [] as [Waiter]) }
            let ready = waiters.filter { $0.condition(state) }
            waiters.removeAll { $0.condition(state) }
            return (result, ready)
        }
        for waiter in ready { waiter.continuation.resume(returning: true) }
        return result
    }

    /// Suspends until the condition holds.
    ///
    /// - Returns: Whether it holds; `false` if the task was cancelled first.
    func wait(until condition: @escaping @Sendable (State) -> Bool) async -> Bool {
        let id = lock.withLock {
            lastID += 1
            return lastID
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let outcome: Bool? = lock.withLock {
                    if condition(state) { return true }
                    // A task's flag is up before its handler runs: a cancellation that comes before the waiter is in
                    // the list is seen here, a later one finds the waiter there.
                    if Task.isCancelled { return false }
                    waiters.append(Waiter(id: id, condition: condition, continuation: continuation))
                    return nil
                }
                if let outcome { continuation.resume(returning: outcome) }
            }
        } onCancel: {
            let cancelled = lock.withLock {
                waiters.firstIndex { $0.id == id }.map { waiters.remove(at: $0) }
            }
            cancelled?.continuation.resume(returning: false)
        }
    }
}
