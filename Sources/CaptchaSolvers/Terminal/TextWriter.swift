#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Writes text to a descriptor. What cannot be written is dropped: a prompt that nobody can see is no reason to fail.
///
/// Its thread must have `SIGPIPE` blocked.
struct TextWriter {
    let output: Int32
    let cancellation: Int32

    /// Blocks the calling thread until all is written, for example while the person has stopped the terminal's output.
    ///
    /// - Returns: `false` if it was cancelled.
    func show(_ text: String) -> Bool { put(text, isPatient: true) }

    /// Writes what can be written without waiting, also after cancellation.
    func note(_ text: String) {
        _ = TextWriter(output: output, cancellation: -1).put(text, isPatient: false)
    }

    private func put(_ text: String, isPatient: Bool) -> Bool {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            switch Readiness.of(output, for: .writing, cancellation: cancellation, isPatient: isPatient) {
            case .ready: break
            case .cancelled: return false
            case .notReady, .closed: return true
            }
            // A pipe that has room takes this many bytes (POSIX, `PIPE_BUF`) without blocking.
            let count = rest.prefix(512).withUnsafeBytes { write(output, $0.baseAddress, $0.count) }
            if count < 0 && errno != EINTR && errno != EAGAIN { return true }
            rest = rest.dropFirst(max(count, 0))
        }
        return true
    }
}
