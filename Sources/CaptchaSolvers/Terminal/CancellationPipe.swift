import LoopbackHTTP

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Wakes a thread that waits for a descriptor: the thread waits for this pipe as well.
///
/// Its descriptors are closed with the last reference to it.
final class CancellationPipe: Sendable {
    /// Becomes readable when ``cancel()`` was called, and stays so.
    let readEnd: Int32
    let writeEnd: Int32

    /// - Returns: `nil` if the process has no descriptors left.
    init?() {
        guard let ends = OwnDescriptor.pipe() else { return nil }
        (readEnd, writeEnd) = ends
    }

    deinit {
        close(readEnd)
        close(writeEnd)
    }

    /// Ends the wait, also one that begins later.
    func cancel() {
        var byte: UInt8 = 0
        while write(writeEnd, &byte, 1) < 0 && errno == EINTR {}
    }
}
