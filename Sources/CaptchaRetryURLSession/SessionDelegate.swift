import CaptchaRetry
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Hands what a session tells about its tasks to their exchanges.
///
/// It is not the session's owner, because a session holds on to its delegate.
final class SessionDelegate: NSObject, Sendable {
    private let exchanges = Lock<[Int: TaskExchange]>([:])

    func add(_ exchange: TaskExchange, for task: URLSessionTask) {
        exchanges.withLock { $0[task.taskIdentifier] = exchange }
    }

    private func exchange(of task: URLSessionTask) -> TaskExchange? {
        exchanges.withLock { $0[task.taskIdentifier] }
    }
}

extension SessionDelegate: URLSessionDataDelegate {
    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
        exchange(of: dataTask)?.receive(response)
        completionHandler(.allow)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        exchange(of: dataTask)?.receive(data)
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        let exchange = exchanges.withLock { $0.removeValue(forKey: task.taskIdentifier) }
        exchange?.complete(task.response, error: error)
    }

    /// No redirect is followed by the session itself: a token must not reach another origin, and on Linux the request
    /// that goes there would lack its body. ``SessionTransport`` follows it with a new task.
    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        let exchange = exchange(of: task)
        exchange?.redirect(response, proposed: request)
        #if canImport(FoundationNetworking)
            // The handler stays uncalled: calling it is a fatal error if the task is cancelled or times out meanwhile.
            exchange?.abandon(task)
        #else
            completionHandler(nil)
        #endif
    }

    #if canImport(FoundationNetworking)
        /// Without a credential to propose, Swift 6.3.1 never completes a task that is asked for `Basic`, whatever is
        /// answered here short of a cancellation. By now the whole response is there, so the wait ends with it.
        func urlSession(
            _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
            completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
        ) {
            if challenge.proposedCredential != nil, challenge.previousFailureCount == 0 {
                completionHandler(.performDefaultHandling, nil)
                return
            }
            let exchange = exchange(of: task)
            exchange?.complete(challenge.failureResponse, error: nil)
            exchange?.abandon(task)
        }

        /// Asked for when a connection that was kept alive is lost and the body has to be sent anew. There is no answer
        /// that makes Swift 6.3.1 send it: it would wait for the timeout. It also asks for a body that never was.
        func urlSession(
            _ session: URLSession, task: URLSessionTask,
            needNewBodyStream completionHandler: @escaping @Sendable (InputStream?) -> Void
        ) {
            completionHandler(nil)
            guard let request = task.originalRequest, request.replayableBody != .none else { return }
            let exchange = exchange(of: task)
            exchange?.complete(nil, error: URLError(.networkConnectionLost))
            exchange?.abandon(task)
        }
    #endif
}
