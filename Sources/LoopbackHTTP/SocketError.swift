/// A system call for a socket failed, for want of descriptors for example.
package struct SocketError: Error, Hashable, Sendable {
    /// The call, `bind` for example.
    package let call: String
    /// The `errno` that it left.
    package let code: Int32
}
