import CaptchaRetry
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A session, and how requests are sent over it so that nothing hangs, crashes or leaks a token on either system.
///
/// It owns the session: when the last ``CaptchaRetryingSession`` that uses it goes, and no request is under way, the
/// session is invalidated.
final class SessionTransport: Sendable {
    let session: URLSession
    let delegate = SessionDelegate()
    private let cookies: CookieMerge
    private let takenFields: [String: String]
    private let cancelling = DispatchQueue(label: "CaptchaRetryingSession.cancelling")

    init(configuration: URLSessionConfiguration) {
        // The session must see neither later changes of the caller's configuration, nor the caller ours.
        let own = configuration.copy() as? URLSessionConfiguration ?? .default
        cookies = CookieMerge(own)
        // Cookies are attached by hand, because the session would replace those of the request. Storing them goes on.
        own.httpShouldSetCookies = false
        takenFields = Self.takeFields(outOf: own)
        #if canImport(FoundationNetworking)
            // With a cache, a cancelled task can be a fatal error.
            own.urlCache = nil
            own.timeoutIntervalForRequest = own.timeoutIntervalForRequest.acceptableTimeout
        #endif
        session = URLSession(configuration: own, delegate: delegate, delegateQueue: nil)
    }

    deinit { session.finishTasksAndInvalidate() }

    /// Takes those header fields out of a configuration that the session must not add by itself: to a redirected request
    /// that has left them behind, or in vain to one that has a field of that name for another reason.
    private static func takeFields(outOf configuration: URLSessionConfiguration) -> [String: String] {
        guard var fields = configuration.httpAdditionalHeaders else { return [:] }
        var taken: [String: String] = [:]
        for (name, value) in fields where ["authorization", "cookie"].contains("\(name)".lowercased()) {
            taken["\(name)"] = "\(value)"
            fields[name] = nil
        }
        configuration.httpAdditionalHeaders = fields
        return taken
    }

    /// A request with those header fields of the configuration that the session does not add.
    func completed(_ request: URLRequest) -> URLRequest {
        var request = request
        for (name, value) in takenFields where request.value(forHTTPHeaderField: name) == nil {
            request.setValue(value, forHTTPHeaderField: name)
        }
        return request
    }

    /// Sends a request and follows its redirects.
    ///
    /// - Parameters:
    ///   - edited: What is sent.
    ///   - original: What it was before a token was put into it, ``completed(_:)``.
    func send(_ edited: URLRequest, original: URLRequest) async throws -> DataResponse {
        var redirects = RedirectPolicy(original: original, edited: edited)
        var request = edited
        while true {
            switch try await exchange(request) {
            case .response(let response):
                return response
            case .redirect(let response, let proposed):
                guard let next = try redirects.next(after: response, to: request, proposed: proposed) else {
                    return DataResponse(data: Data(), response: response)
                }
                request = next
            }
        }
    }

    /// One request, one task.
    private func exchange(_ request: URLRequest) async throws -> TaskOutcome {
        try Task.checkCancellation()
        var request = request
        cookies.attach(to: &request)
        // The caller's length may be that of another body, before an edit. Linux would believe it.
        if case .data = request.replayableBody { request.setValue(nil, forHTTPHeaderField: "Content-Length") }
        #if canImport(FoundationNetworking)
            let timeout = request.timeoutInterval.acceptableTimeout
            // Setting it would override the session's own.
            if timeout != request.timeoutInterval { request.timeoutInterval = timeout }
        #endif
        let exchange = TaskExchange(cancelling: cancelling)
        do {
            return try await withTaskCancellationHandler {
                try await withCheckedThrowingContinuation { continuation in
                    exchange.start(continuation) {
                        let task = session.dataTask(with: request)
                        delegate.add(exchange, for: task)
                        return task
                    }
                }
            } onCancel: {
                exchange.cancel()
            }
        } catch let error as URLError where error.code == .cancelled && Task.isCancelled {
            throw CancellationError()
        }
    }
}

#if canImport(FoundationNetworking)
    extension TimeInterval {
        /// The timeout as Linux can take it: it cuts off fractions, so that half a second would be none at all, and
        /// stops the process on more seconds than fit its milliseconds.
        var acceptableTimeout: TimeInterval {
            let longest: TimeInterval = 1_000_000_000
            return isFinite ? Swift.min(Swift.max(self, 0), longest).rounded(.up) : longest
        }
    }
#endif
