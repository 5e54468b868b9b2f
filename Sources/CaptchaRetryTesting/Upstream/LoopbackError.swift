/// Why a ``LoopbackUpstream`` could not be started, such as too many open files.
public struct LoopbackError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The system call that failed, `bind` for example.
    public let call: String
    /// The `errno` that it left.
    public let code: Int32

    /// The call and its error number.
    public var description: String { "\(call) failed with errno \(code)" }
}
