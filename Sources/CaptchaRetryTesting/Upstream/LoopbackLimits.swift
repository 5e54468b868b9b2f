/// How large a request may be that a ``LoopbackUpstream`` reads.
public struct LoopbackLimits: Hashable, Sendable {
    /// The largest request line with all header fields, in bytes. More is answered with 431. By default 256 KiB, room
    /// for the longest token in a query, percent-encoded.
    public var headerSize = 256 * 1024

    /// The largest body, in bytes. More is answered with 413. By default 16 MiB.
    public var bodySize = 16 * 1024 * 1024

    /// The defaults.
    public init() {}
}
