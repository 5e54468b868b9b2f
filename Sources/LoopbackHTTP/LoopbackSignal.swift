#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#endif

/// A signal, given once, that ends a thread's waiting for input.
///
/// It is a pipe, because neither closing nor shutting down a listening socket wakes its thread on every system.
struct LoopbackSignal: Sendable {
    private let readEnd: Int32
    private let writeEnd: Int32

    /// A signal that is not given yet.
    init() throws(SocketError) {
        guard let ends = OwnDescriptor.pipe() else { throw SocketError(call: "pipe", code: errno) }
        (readEnd, writeEnd) = ends
    }

    /// Waits until there is input, or the signal.
    ///
    /// - Returns: `false` when the signal was given.
    func waitForInput(on descriptor: Int32) -> Bool {
        while true {
            var watched = [readEnd, descriptor].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
            let count = poll(&watched, nfds_t(watched.count), -1)
            if count < 0 && errno == EINTR { continue }
            guard count > 0, watched[0].revents == 0 else { return false }
            return true
        }
    }

    /// Waits a moment, or for the signal.
    func pause() {
        var watched = pollfd(fd: readEnd, events: Int16(POLLIN), revents: 0)
        _ = poll(&watched, 1, 10)
    }

    /// Gives the signal.
    func give() {
        var byte: UInt8 = 1
        while write(writeEnd, &byte, 1) < 0 && errno == EINTR {}
    }

    /// Gives the descriptors back, when nobody waits any more.
    func closeDescriptors() {
        _ = close(readEnd)
        _ = close(writeEnd)
    }
}
