/// What ``ScriptedUpstream`` throws for an answer that means a failure of the connection.
///
/// Over real sockets a client reports such failures with errors of its own, `URLError` for example.
public struct UpstreamConnectionError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What happened, without values.
    public let description: String

    private init(_ description: String) { self.description = description }

    /// The connection ended without an answer.
    public static let dropped = UpstreamConnectionError("the upstream dropped the connection")
    /// The connection ended in the middle of the body.
    public static let truncated = UpstreamConnectionError("the upstream's answer was cut off")
    /// What came was no HTTP response.
    public static let notHTTP = UpstreamConnectionError("the upstream's answer was not HTTP")
}
