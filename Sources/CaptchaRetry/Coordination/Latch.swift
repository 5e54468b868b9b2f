/// Something that happens once, and that one task may wait for.
final class Latch: Sendable {
    private struct State {
        var isOpen = false
        var waiter: CheckedContinuation<Void, Never>?
    }

    private let state = Lock(State())

    func open() {
        state.withLock { state in
            state.isOpen = true
            return state.waiter.take()
        }?.resume()
    }

    /// Returns when the latch is open, or when the task is cancelled.
    func wait() async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOpen = state.withLock { state in
                    if !state.isOpen { state.waiter = continuation }
                    return state.isOpen
                }
                if isOpen { continuation.resume() }
            }
        } onCancel: {
            open()
        }
    }
}
