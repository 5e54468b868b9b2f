/// The first of several values, which one task may wait for. Later ones are dropped.
package final class FirstValue<Value: Sendable>: Sendable {
    private struct State {
        var value: Value?
        var waiter: CheckedContinuation<Value, Never>?
    }

    private let state = Lock(State())

    package init() {}

    package func set(_ value: Value) {
        state.withLock { state -> CheckedContinuation<Value, Never>? in
            guard state.value == nil else { return nil }
            state.value = value
            return state.waiter.take()
        }?.resume(returning: value)
    }

    /// Returns when there is one, however long that takes; have somebody set one when the task is cancelled.
    package var value: Value {
        get async {
            await withCheckedContinuation { continuation in
                let value = state.withLock { state in
                    if state.value == nil { state.waiter = continuation }
                    return state.value
                }
                if let value { continuation.resume(returning: value) }
            }
        }
    }
}
