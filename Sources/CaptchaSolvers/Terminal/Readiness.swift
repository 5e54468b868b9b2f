#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Whether a descriptor can be read from, or written to, without waiting.
///
/// It is found out with `poll`, which takes terminals, pipes, files and `/dev/null` alike. A dispatch source would not:
/// on Linux it refuses files, on Apple platforms it refuses some devices.
enum Readiness {
    enum Direction {
        case reading
        case writing
    }

    /// A read or write returns at once, though perhaps with an error or the end of the input.
    case ready
    /// There is nothing to read, or no room to write.
    case notReady
    /// The wait was ended by its ``CancellationPipe``.
    case cancelled
    /// The descriptor is closed.
    case closed

    /// Blocks the calling thread until one of these is true.
    ///
    /// - Parameters:
    ///   - cancellation: The end of a pipe that becomes readable when nobody is interested any more, or -1.
    ///   - isPatient: With `false` it does not wait but only looks.
    static func of(
        _ descriptor: Int32, for direction: Direction, cancellation: Int32, isPatient: Bool
    ) -> Readiness {
        // `poll` would take it as an entry to leave out, and wait for nothing.
        if descriptor < 0 { return .closed }
        let events = Int16(direction == .reading ? POLLIN : POLLOUT)
        var entries = [
            pollfd(fd: cancellation, events: Int16(POLLIN), revents: 0),
            pollfd(fd: descriptor, events: events, revents: 0),
        ]
        while true {
            let count = poll(&entries, nfds_t(entries.count), isPatient ? -1 : 0)
            if count < 0 && (errno == EINTR || errno == EAGAIN) { continue }
            if count < 0 { return .closed }
            if entries[0].revents != 0 { return .cancelled }
            if count == 0 { return .notReady }
            guard entries[1].revents & Int16(POLLNVAL) != 0 else { return .ready }
            guard fcntl(descriptor, F_GETFD) >= 0 else { return .closed }
            // Apple's `poll` says so about open devices that it does not know how to wait for, `/dev/tty` among them.
            return selected(descriptor, for: direction, cancellation: cancellation, isPatient: isPatient)
        }
    }

    /// The same with `select`, which takes every device.
    static func selected(
        _ descriptor: Int32, for direction: Direction, cancellation: Int32, isPatient: Bool
    ) -> Readiness {
        guard descriptor >= 0, fcntl(descriptor, F_GETFD) >= 0 else { return .closed }
        let top = max(descriptor, cancellation) + 1
        while true {
            var readable = DescriptorSet(below: top)
            var writable = DescriptorSet(below: top)
            if cancellation >= 0 { readable.insert(cancellation) }
            if direction == .reading { readable.insert(descriptor) } else { writable.insert(descriptor) }
            var none = timeval(tv_sec: 0, tv_usec: 0)
            let count = readable.withPointer { readable in
                writable.withPointer { writable in
                    isPatient
                        ? select(top, readable, writable, nil, nil) : select(top, readable, writable, nil, &none)
                }
            }
            if count < 0 && (errno == EINTR || errno == EAGAIN) { continue }
            if count < 0 { return .closed }
            if cancellation >= 0 && readable.contains(cancellation) { return .cancelled }
            return count == 0 ? .notReady : .ready
        }
    }
}

/// An `fd_set` that is large enough for any descriptor; the one of C ends at 1023, and `select` itself does not.
///
/// A set is a row of bits. On the little-endian machines that Swift runs on, the bit of a descriptor is in the byte of
/// its eighth, whatever the size of the words is.
private struct DescriptorSet {
    private var bytes: [UInt8]

    init(below limit: Int32) {
        bytes = [UInt8](repeating: 0, count: max(MemoryLayout<fd_set>.size, (Int(limit) / 64 + 1) * 8))
    }

    mutating func insert(_ descriptor: Int32) { bytes[Int(descriptor) / 8] |= 1 << UInt8(descriptor % 8) }

    func contains(_ descriptor: Int32) -> Bool { bytes[Int(descriptor) / 8] & 1 << UInt8(descriptor % 8) != 0 }

    mutating func withPointer<Result>(_ body: (UnsafeMutablePointer<fd_set>?) -> Result) -> Result {
        bytes.withUnsafeMutableBytes { body($0.baseAddress?.assumingMemoryBound(to: fd_set.self)) }
    }
}
