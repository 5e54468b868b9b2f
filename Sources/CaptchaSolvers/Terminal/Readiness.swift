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

    /// The same with `select`, which takes every device but only low descriptors.
    static func selected(
        _ descriptor: Int32, for direction: Direction, cancellation: Int32, isPatient: Bool
    ) -> Readiness {
        let limit = Int32(MemoryLayout<fd_set>.size * 8)
        guard (0..<limit).contains(descriptor), cancellation < limit else { return .closed }
        while true {
            var readable = fd_set()
            var writable = fd_set()
            if cancellation >= 0 { readable.insert(cancellation) }
            if direction == .reading { readable.insert(descriptor) } else { writable.insert(descriptor) }
            var none = timeval(tv_sec: 0, tv_usec: 0)
            let top = max(descriptor, cancellation) + 1
            let count =
                isPatient
                ? select(top, &readable, &writable, nil, nil) : select(top, &readable, &writable, nil, &none)
            if count < 0 && (errno == EINTR || errno == EAGAIN) { continue }
            if count < 0 { return .closed }
            if cancellation >= 0 && readable.contains(cancellation) { return .cancelled }
            return count == 0 ? .notReady : .ready
        }
    }
}

extension fd_set {
    // The macros of C are not imported. A set is a row of bits; on the little-endian machines that Swift runs on, the
    // bit of a descriptor is in the byte of its eighth, whatever the size of the words is.

    fileprivate mutating func insert(_ descriptor: Int32) {
        withUnsafeMutableBytes(of: &self) { $0[Int(descriptor) / 8] |= 1 << UInt8(descriptor % 8) }
    }

    fileprivate func contains(_ descriptor: Int32) -> Bool {
        withUnsafeBytes(of: self) { $0[Int(descriptor) / 8] & 1 << UInt8(descriptor % 8) != 0 }
    }
}
