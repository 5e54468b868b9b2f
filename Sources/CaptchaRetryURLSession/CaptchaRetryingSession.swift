public import CaptchaRetry
public import Foundation

#if canImport(FoundationNetworking)
    public import FoundationNetworking
#endif

/// A `URLSession` whose callers never see a captcha error that can be answered.
///
/// It has the calls of `URLSession` that return data:
///
/// ```swift
/// let session = CaptchaRetryingSession(retry: CaptchaRetry(schemes: [.vk], solver: solver))
/// let (data, response) = try await session.data(for: request)
/// ```
///
/// What is different from a plain `URLSession`:
/// - A request that is redirected to another origin leaves the token behind, and `Authorization` too. A redirect to
///   something that is not HTTP, or one that would repeat a body stream, comes back as the 3xx that it is, without a
///   body.
/// - Cookies of the session's storage are added to those in a request's `Cookie` field instead of replacing them.
/// - A cancelled call leaves at once, with `CancellationError`.
/// - On Linux there is no cache, and the calls neither hang nor crash where those of `URLSession` do.
///
/// Every sending has the request's `timeoutInterval` to itself. The time that somebody takes to solve does not count.
public struct CaptchaRetryingSession: Sendable {
    private let transport: SessionTransport
    private let retry: CaptchaRetry
    private let identity: String?

    /// A session.
    ///
    /// - Parameters:
    ///   - configuration: It is copied. Background configurations are not supported.
    ///   - retry: How captchas are answered.
    ///   - identity: Who the caller is, where one process acts for several users of an upstream: their captchas do not
    ///     wait for each other, and they share no tokens.
    public init(configuration: URLSessionConfiguration = .default, retry: CaptchaRetry, identity: String? = nil) {
        transport = SessionTransport(configuration: configuration)
        self.retry = retry
        self.identity = identity
    }

    /// Sends a request and answers captchas until there is a result.
    ///
    /// - Returns: The body and the response.
    /// - Throws: ``CaptchaHandlingError`` if a captcha could not be answered, `CancellationError` if the caller's task
    ///   is cancelled, `URLError` as `URLSession` does.
    public func data(for request: URLRequest) async throws -> (Data, URLResponse) {
        let original = transport.completed(request)
        let response = try await retry.perform(original, identity: identity) { edited in
            try await transport.send(edited, original: original)
        }
        return (response.data, response.response)
    }

    /// Fetches a URL and answers captchas until there is a result.
    ///
    /// - Throws: As ``data(for:)`` does.
    public func data(from url: URL) async throws -> (Data, URLResponse) {
        try await data(for: URLRequest(url: url))
    }

    /// Sends a request with a body and answers captchas until there is a result.
    ///
    /// - Parameters:
    ///   - request: The request. A body that it has is replaced.
    ///   - bodyData: The body.
    /// - Throws: As ``data(for:)`` does.
    public func upload(for request: URLRequest, from bodyData: Data) async throws -> (Data, URLResponse) {
        var request = request
        request.replayableBody = .data(bodyData)
        return try await data(for: request)
    }
}
