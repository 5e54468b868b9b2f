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
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { return nil }
        // Where the program was started with standard input or error closed, the pipe took their numbers, and prompts
        // would be written into it.
        readEnd = Self.moveBehindStandardDescriptors(ends[0])
        writeEnd = Self.moveBehindStandardDescriptors(ends[1])
        if readEnd < 0 || writeEnd < 0 { return nil }
    }

    deinit {
        if readEnd >= 0 { close(readEnd) }
        if writeEnd >= 0 { close(writeEnd) }
    }

    /// Ends the wait, also one that begins later.
    func cancel() {
        var byte: UInt8 = 0
        while write(writeEnd, &byte, 1) < 0 && errno == EINTR {}
    }

    private static func moveBehindStandardDescriptors(_ descriptor: Int32) -> Int32 {
        let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 3)
        close(descriptor)
        return copy
    }
}
