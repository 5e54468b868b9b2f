import CaptchaRetry
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The requests for one picture, one after the other, and the caller who waits for them.
///
/// Each has a session of its own, without cookies and without a cache, which on Linux makes cancellations crash. Neither
/// are tasks cancelled where that would wait for the very caller that is being cancelled, nor redirects followed by the
/// session, which there is a fatal error if the task is cancelled meanwhile.
final class PictureExchange: NSObject, Sendable {
    enum Outcome: Sendable {
        case data(Data)
        case redirect(URL?)
        case status(Int)
        case tooLarge
    }

    private struct State {
        var continuation: CheckedContinuation<Outcome, any Error>?
        var session: URLSession?
        var task: URLSessionTask?
        var data = Data()
        /// Set when no further request is to be made.
        var failure: (any Error)?
    }

    private let state = Lock(State())
    private let cancelling = DispatchQueue(label: "PictureExchange.cancelling")

    /// Requests what stands at an address.
    func load(_ url: URL) async throws -> Outcome {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { start(url, $0) }
        } onCancel: {
            end(.failure(CancellationError()))
        }
    }

    /// Ends the wait; a failure ends later ones as well.
    func end(_ result: Result<Outcome, any Error>) {
        let (continuation, session, task) = state.withLock { state in
            if case .failure(let error) = result { state.failure = state.failure ?? error }
            let ended = (state.continuation, state.session, state.task)
            (state.continuation, state.session, state.task, state.data) = (nil, nil, nil, Data())
            return ended
        }
        session?.finishTasksAndInvalidate()
        if let task { cancelling.async { task.cancel() } }
        continuation?.resume(with: result)
    }

    private func start(_ url: URL, _ continuation: CheckedContinuation<Outcome, any Error>) {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.urlCache = nil
        configuration.httpCookieStorage = nil
        configuration.httpShouldSetCookies = false
        configuration.httpCookieAcceptPolicy = .never
        // How long one waits is the fetcher's to say.
        configuration.timeoutIntervalForRequest = 3600
        let failure = state.withLock { state in
            if state.failure == nil { state.continuation = continuation }
            return state.failure
        }
        if let failure {
            continuation.resume(throwing: failure)
            return
        }
        let session = URLSession(configuration: configuration, delegate: self, delegateQueue: nil)
        let task = session.dataTask(with: url)
        let isOver = state.withLock { state in
            guard state.continuation != nil else { return true }
            (state.session, state.task) = (session, task)
            return false
        }
        if isOver {
            session.finishTasksAndInvalidate()
            cancelling.async { task.cancel() }
        } else {
            task.resume()
        }
    }

    private func isCurrent(_ task: URLSessionTask) -> Bool { state.withLock { $0.task === task } }
}

extension PictureExchange: URLSessionDataDelegate {
    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        let isTooLarge = state.withLock { state in
            guard state.task === dataTask else { return false }
            state.data.append(data)
            return state.data.count > Picture.maximumSize
        }
        if isTooLarge { end(.success(.tooLarge)) }
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        guard isCurrent(task) else { return }
        if let error { return end(.failure(error)) }
        let status = (task.response as? HTTPURLResponse)?.statusCode ?? 0
        let data = state.withLock { $0.data }
        end(.success(status == 200 ? .data(data) : .status(status)))
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        if isCurrent(task) {
            // Linux proposes a wrong address for a relative one.
            let target = response.value(forHTTPHeaderField: "Location").flatMap {
                URL(string: $0, relativeTo: response.url ?? task.originalRequest?.url)?.absoluteURL
            }
            end(.success(.redirect(target)))
        }
        #if !canImport(FoundationNetworking)
            completionHandler(nil)
        #endif
    }

    #if canImport(FoundationNetworking)
        /// Without it, Linux never ends a task that is asked for a password.
        func urlSession(
            _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
            completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
        ) {
            if isCurrent(task) { end(.success(.status(401))) }
        }
    #endif
}
