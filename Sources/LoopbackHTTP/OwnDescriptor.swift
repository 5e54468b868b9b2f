#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#endif

/// Descriptors that belong to this code alone.
package enum OwnDescriptor {
    /// Keeps a new descriptor from child processes, and from what the program prints: where it was started with standard
    /// input, output or error closed, the system gives out their numbers again.
    ///
    /// - Parameter descriptor: What a system call has returned; one that failed stays so.
    /// - Returns: The descriptor to use from now on; -1, with `errno` set, if the process has none left.
    package static func claim(_ descriptor: Int32) -> Int32 {
        guard (0...2).contains(descriptor) else {
            if descriptor > 2 { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
            return descriptor
        }
        let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 3)
        let failure = errno
        close(descriptor)
        errno = failure
        return copy
    }

    /// A pipe, its end for reading first; `nil`, with `errno` set, if the process has no descriptors left.
    package static func pipe() -> (readEnd: Int32, writeEnd: Int32)? {
        var ends: [Int32] = [-1, -1]
        guard systemPipe(&ends) == 0 else { return nil }
        let (readEnd, writeEnd) = (claim(ends[0]), claim(ends[1]))
        if readEnd >= 0, writeEnd >= 0 { return (readEnd, writeEnd) }
        let failure = errno
        for end in [readEnd, writeEnd] where end >= 0 { close(end) }
        errno = failure
        return nil
    }
}

/// The system's function, which has the same name.
private func systemPipe(_ ends: inout [Int32]) -> Int32 { pipe(&ends) }
