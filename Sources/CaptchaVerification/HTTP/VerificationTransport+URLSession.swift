import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension VerificationTransport {
    /// A `URLSession` of its own: without cookies, cache or redirects, and with up to 128 connections at a time.
    ///
    /// - Parameter timeout: How long a connection may be silent. It stands behind
    ///   ``VerificationSettings/timeLimit``, which usually ends a wait first. On Linux it is rounded up to whole seconds.
    public static func urlSession(timeout: Duration = .seconds(30)) -> VerificationTransport {
        let session = ProviderSession(timeout: timeout)
        return VerificationTransport { try await session.send($0) }
    }
}

/// The session of a transport, which ends with it.
///
/// It is built on tasks with a delegate: `URLSession.data(for:)` can hang on Linux when it is cancelled, follows
/// redirects, and reads answers of any size.
private final class ProviderSession: Sendable {
    private let session: URLSession
    private let tasks = ProviderSessionTasks()
    // Cancelling waits for the task's own queue on Linux, which must not hold up the caller.
    private let cancelling = DispatchQueue(label: "VerificationTransport.cancelling")

    init(timeout: Duration) {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpCookieStorage = nil
        configuration.httpShouldSetCookies = false
        // With a cache, a cancelled task can be a fatal error on Linux.
        configuration.urlCache = nil
        // All requests go to one host. By default the seventh would wait for one of six to be answered, while its time
        // limit runs: whoever sends many bad tokens would make passing trouble of everybody else's.
        configuration.httpMaximumConnectionsPerHost = 128
        // Linux cuts off fractions, and stops the process on more seconds than fit its milliseconds.
        let seconds = (timeout / .seconds(1)).rounded(.up)
        configuration.timeoutIntervalForRequest = min(max(seconds, 0), 1_000_000)
        session = URLSession(configuration: configuration, delegate: tasks, delegateQueue: nil)
    }

    deinit { session.finishTasksAndInvalidate() }

    func send(_ request: VerificationRequest) async throws -> VerificationResponse {
        try Task.checkCancellation()
        var outgoing = URLRequest(url: request.url)
        outgoing.httpMethod = request.method
        if !request.body.isEmpty { outgoing.httpBody = request.body }
        for (name, value) in request.headerFields { outgoing.setValue(value, forHTTPHeaderField: name) }

        let task = session.dataTask(with: outgoing)
        let events = tasks.events(of: task, limit: request.answerLimit)
        defer { if tasks.forget(task) { cancelling.async { task.cancel() } } }
        task.resume()
        var response: VerificationResponse?
        // Ends when the task is over, when there is nothing more of use to come, and when the caller is cancelled.
        for try await event in events {
            switch event {
            case .status(let status): response = VerificationResponse(status: status, body: Data())
            case .body(let data): response?.body += data
            }
        }
        try Task.checkCancellation()
        guard let response else { throw URLError(.badServerResponse) }
        return response
    }
}
