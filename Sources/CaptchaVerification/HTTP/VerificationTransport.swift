/// Carries requests to a provider: a closure around the HTTP client that you have, or ``urlSession(timeout:)``.
///
/// With AsyncHTTPClient, for example, made with `redirectConfiguration: .disallow`:
///
/// ```swift
/// let transport = VerificationTransport { request in
///     var outgoing = HTTPClientRequest(url: request.url.absoluteString)
///     outgoing.method = .RAW(value: request.method)
///     for (name, value) in request.headerFields { outgoing.headers.add(name: name, value: value) }
///     outgoing.body = .bytes(request.body)
///     let response = try await client.execute(outgoing, timeout: .seconds(5))
///     var body = Data()
///     for try await part in response.body {
///         body.append(contentsOf: part.readableBytesView)
///         if body.count > request.answerLimit { break }
///     }
///     return VerificationResponse(status: Int(response.status.code), body: body)
/// }
/// ```
///
/// What it has to keep to:
/// - It returns responses of every status, and throws only where there is none. An answer that is too long is one, too:
///   see ``VerificationRequest/answerLimit``.
/// - It follows no redirect: the request holds the secret.
/// - It ends when its task is cancelled, which happens when the time limit is over or the caller is gone. The verifier
///   does not wait for that.
/// - It does not send again by itself. Asking twice about one token spends it.
/// - It logs neither the URL nor the header fields nor the body.
public struct VerificationTransport: Sendable {
    /// What carries one request.
    public typealias Send = @Sendable (VerificationRequest) async throws -> VerificationResponse

    /// Carries one request.
    public let send: Send

    /// A transport that is this closure.
    public init(_ send: @escaping Send) { self.send = send }
}
