import CaptchaRetry
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// What a task came to.
enum TaskOutcome: Sendable {
    case response(DataResponse)
    /// The upstream wants the request to go somewhere else; the session proposes a request for it.
    case redirect(HTTPURLResponse, proposed: URLRequest)
}

/// One task of a session, and the caller who waits for it.
///
/// Whichever comes first ends the wait, once: the task's end, a redirect, or the caller's cancellation. Whatever comes
/// later is dropped.
final class TaskExchange: Sendable {
    private struct State {
        var continuation: CheckedContinuation<TaskOutcome, any Error>?
        var task: URLSessionTask?
        var isOver = false
        var response: URLResponse?
        var data = Data()
    }

    /// A body is appended to room made in advance, but a server's word is not trusted for more than this many bytes.
    private static let maximumReserve = 1 << 24

    private let state = Lock(State())
    private let cancelling: DispatchQueue

    /// - Parameter cancelling: Where tasks are cancelled.
    init(cancelling: DispatchQueue) {
        self.cancelling = cancelling
    }

    /// Makes the task and starts it, unless the caller is cancelled already: then nothing is sent.
    func start(_ continuation: CheckedContinuation<TaskOutcome, any Error>, makeTask: () -> URLSessionTask) {
        let isCancelled = state.withLock { state in
            if !state.isOver { state.continuation = continuation }
            return state.isOver
        }
        if isCancelled {
            continuation.resume(throwing: CancellationError())
            return
        }
        let task = makeTask()
        let isOver = state.withLock { state in
            if !state.isOver { state.task = task }
            return state.isOver
        }
        // A task that is neither resumed nor cancelled would stay with its session for ever.
        if isOver { abandon(task) } else { task.resume() }
    }

    /// The caller leaves, at once.
    func cancel() {
        let (continuation, task) = close { ($0.continuation, $0.task) }
        continuation?.resume(throwing: CancellationError())
        if let task { abandon(task) }
    }

    func receive(_ response: URLResponse) {
        state.withLock { state in
            state.response = response
            // Whatever came before belongs to another attempt, such as one without credentials.
            state.data = Data()
            let expected = min(Int(clamping: response.expectedContentLength), Self.maximumReserve)
            if expected > 0, !state.isOver { state.data.reserveCapacity(expected) }
        }
    }

    func receive(_ data: Data) {
        state.withLock { if !$0.isOver { $0.data.append(data) } }
    }

    /// The task is through.
    ///
    /// - Parameter response: Where the session has told the response to nobody: that of a redirect it cannot read.
    func complete(_ response: URLResponse?, error: (any Error)?) {
        let (continuation, data, received) = close { ($0.continuation, $0.data, $0.response) }
        if let error {
            continuation?.resume(throwing: error)
        } else if let response = received ?? response {
            continuation?.resume(returning: .response(DataResponse(data: data, response: response)))
        } else {
            continuation?.resume(throwing: URLError(.badServerResponse))
        }
    }

    func redirect(_ response: HTTPURLResponse, proposed: URLRequest) {
        close(\.continuation)?.resume(returning: .redirect(response, proposed: proposed))
    }

    /// Cancels the task from a queue of its own: on Linux `cancel()` waits for the task's queue, which may be waiting
    /// for the very caller that is being cancelled.
    func abandon(_ task: URLSessionTask) {
        cancelling.async { task.cancel() }
    }

    /// Ends the wait, and hands out what the body picks. Only the first to end it finds the continuation.
    private func close<Picked>(_ pick: (State) -> Picked) -> Picked {
        state.withLock { state in
            let picked = pick(state)
            state = State(isOver: true)
            return picked
        }
    }
}
