import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Hands what a session tells about its tasks to those who wait for them.
///
/// Unchecked, because the compiler cannot see it: `streams` is touched with `lock` held only.
final class ProviderSessionTasks: NSObject, @unchecked Sendable {
    enum Event: Sendable {
        case status(Int)
        case body(Data)
    }

    private struct Stream {
        var continuation: AsyncThrowingStream<Event, any Error>.Continuation
        /// How many bytes of the answer are still of use.
        var rest: Int
    }

    private let lock = NSLock()
    private var streams: [Int: Stream] = [:]

    /// What happens to a task from now on. After more bytes than the limit there is nothing more to come.
    func events(of task: URLSessionTask, limit: Int) -> AsyncThrowingStream<Event, any Error> {
        let (events, continuation) = AsyncThrowingStream<Event, any Error>.makeStream()
        lock.withLock { streams[task.taskIdentifier] = Stream(continuation: continuation, rest: limit) }
        return events
    }

    /// Tells no more of a task.
    ///
    /// - Returns: Whether it is under way still.
    func forget(_ task: URLSessionTask) -> Bool {
        lock.withLock { streams.removeValue(forKey: task.taskIdentifier) != nil }
    }

    private func stream(of task: URLSessionTask) -> AsyncThrowingStream<Event, any Error>.Continuation? {
        lock.withLock { streams[task.taskIdentifier]?.continuation }
    }
}

extension ProviderSessionTasks: URLSessionDataDelegate {
    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
        if let status = (response as? HTTPURLResponse)?.statusCode { stream(of: dataTask)?.yield(.status(status)) }
        completionHandler(.allow)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        let (continuation, isEnough) = lock.withLock {
            streams[dataTask.taskIdentifier]?.rest -= data.count
            let stream = streams[dataTask.taskIdentifier]
            return (stream?.continuation, (stream?.rest ?? 0) < 0)
        }
        continuation?.yield(.body(data))
        if isEnough { continuation?.finish() }
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        let stream = lock.withLock { streams.removeValue(forKey: task.taskIdentifier) }
        stream?.continuation.finish(throwing: error)
    }

    /// The redirect is the answer: nobody but the provider is to get the secret.
    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        let continuation = stream(of: task)
        continuation?.yield(.status(response.statusCode))
        continuation?.finish()
        #if !canImport(FoundationNetworking)
            // On Linux it stays uncalled: it would be a fatal error if the task, which is not waited for any more, is
            // cancelled meanwhile.
            completionHandler(nil)
        #endif
    }

    #if canImport(FoundationNetworking)
        /// Swift 6.3.1 never completes a task that is asked for a password, but the answer is there.
        func urlSession(
            _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
            completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
        ) {
            let continuation = stream(of: task)
            continuation?.yield(.status((challenge.failureResponse as? HTTPURLResponse)?.statusCode ?? 401))
            continuation?.finish()
        }

        /// Asked when a connection is lost and the request would have to be sent anew, which Swift 6.3.1 never does,
        /// and which nobody wants: the provider may have it already.
        func urlSession(
            _ session: URLSession, task: URLSessionTask,
            needNewBodyStream completionHandler: @escaping @Sendable (InputStream?) -> Void
        ) {
            completionHandler(nil)
            guard task.originalRequest?.httpBody != nil else { return }
            stream(of: task)?.finish(throwing: URLError(.networkConnectionLost))
        }
    #endif
}
