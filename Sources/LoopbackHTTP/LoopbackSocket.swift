#if canImport(Darwin)
    package import Darwin
#elseif canImport(Glibc)
    package import Glibc
#elseif canImport(Musl)
    package import Musl
#elseif canImport(Android)
    package import Android
#endif

/// A blocking TCP socket on 127.0.0.1.
///
/// Whoever opened it closes it, once, when no other thread uses it any more: a descriptor that is closed early may
/// belong to somebody else a moment later. ``shutDown()`` is what ends another thread's blocking call.
package struct LoopbackSocket: Sendable {
    package let descriptor: Int32

    package init(descriptor: Int32) { self.descriptor = descriptor }

    /// A socket that listens on a free port.
    static func listening() throws(SocketError) -> LoopbackSocket {
        let listener = try make()
        do {
            var address = loopbackAddress(port: 0)
            try check("bind", withSocketAddress(&address) { bind(listener.descriptor, $0, $1) })
            try check("listen", listen(listener.descriptor, SOMAXCONN))
            // A client may be gone between poll and accept; accept must not block then.
            try check("fcntl", fcntl(listener.descriptor, F_SETFL, O_NONBLOCK))
        } catch {
            listener.closeDescriptor()
            throw error
        }
        return listener
    }

    /// Takes no more connections, and ends those that nobody has accepted.
    ///
    /// Closing the descriptor is not enough: a process that is being started has a copy of it until its program runs, and
    /// the kernel goes on taking connections meanwhile. Darwin knows no such end, and leaves it to closing.
    func stopListening() { shutDown() }

    /// The port that it is bound to.
    package func port() throws(SocketError) -> Int {
        var address = sockaddr_in()
        try Self.check(
            "getsockname",
            Self.withSocketAddress(&address) { pointer, length in
                var length = length
                return getsockname(descriptor, pointer, &length)
            })
        return Int(UInt16(bigEndian: address.sin_port))
    }

    /// Waits for a connection.
    ///
    /// - Returns: `nil` when the signal is given, or the socket cannot listen any more.
    func acceptConnection(until signal: LoopbackSignal) -> LoopbackSocket? {
        while signal.waitForInput(on: descriptor) {
            let accepted = OwnDescriptor.claim(accept(descriptor, nil, nil))
            if accepted >= 0 {
                let socket = LoopbackSocket(descriptor: accepted)
                socket.configure()
                return socket
            }
            switch errno {
            case EINTR, EAGAIN, EWOULDBLOCK, ECONNABORTED: continue
            // It is no listening socket any more.
            case EBADF, EINVAL, ENOTSOCK: return nil
            // Out of descriptors or memory: the client stays in the queue until there are some. Or one client's connection
            // failed, which must not keep out the others.
            default: signal.pause()
            }
        }
        return nil
    }

    /// Waits for bytes.
    ///
    /// - Returns: At least one byte, or none when the peer sends no more or the connection is lost.
    package func receiveBytes(upTo count: Int = 64 * 1024) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
            var received = -1
            repeat { received = recv(descriptor, buffer.baseAddress, count, 0) } while received < 0 && errno == EINTR
            initialized = max(received, 0)
        }
    }

    /// Sends all of the bytes.
    ///
    /// - Returns: Whether the connection took them.
    @discardableResult
    package func sendBytes(_ bytes: [UInt8]) -> Bool {
        bytes.withUnsafeBytes { buffer in
            var rest = UnsafeRawBufferPointer(rebasing: buffer[...])
            while let start = rest.baseAddress, !rest.isEmpty {
                let sent = send(descriptor, start, rest.count, Self.sendFlags)
                if sent < 0 && errno == EINTR { continue }
                guard sent > 0 else { return false }
                rest = UnsafeRawBufferPointer(rebasing: rest[sent...])
            }
            return true
        }
    }

    /// Whether the peer may still want something: it has neither closed the connection nor its sending side.
    var hasPeer: Bool {
        var byte: UInt8 = 0
        while true {
            let count = recv(descriptor, &byte, 1, Int32(MSG_PEEK) | Int32(MSG_DONTWAIT))
            if count >= 0 { return count > 0 }
            if errno != EINTR { return errno == EAGAIN || errno == EWOULDBLOCK }
        }
    }

    /// Ends both directions, and with them every call that blocks on the socket.
    package func shutDown() { _ = shutdown(descriptor, Int32(SHUT_RDWR)) }

    /// Tells the peer that no more is sent.
    package func finishSending() { _ = shutdown(descriptor, Int32(SHUT_WR)) }

    /// Gives the descriptor back.
    package func closeDescriptor() { _ = close(descriptor) }
}

extension LoopbackSocket {
    #if canImport(Darwin)
        private static let sendFlags: Int32 = 0
        private static let stream = SOCK_STREAM
    #elseif canImport(Glibc)
        private static let sendFlags = Int32(MSG_NOSIGNAL)
        private static let stream = Int32(SOCK_STREAM.rawValue)
    #else
        private static let sendFlags = Int32(MSG_NOSIGNAL)
        private static let stream = Int32(SOCK_STREAM)
    #endif

    package static func make() throws(SocketError) -> LoopbackSocket {
        let descriptor = OwnDescriptor.claim(socket(AF_INET, stream, 0))
        guard descriptor >= 0 else { throw SocketError(call: "socket", code: errno) }
        let socket = LoopbackSocket(descriptor: descriptor)
        socket.configure()
        return socket
    }

    private func configure() {
        // Darwin hands the listener's O_NONBLOCK down.
        _ = fcntl(descriptor, F_SETFL, 0)
        // Without it a small answer may wait 40 ms for the peer's delayed acknowledgement of the one before.
        enable(TCP_NODELAY, at: Int32(IPPROTO_TCP))
        #if canImport(Darwin)
            // Elsewhere MSG_NOSIGNAL does it: a peer that is gone is an error here, no signal that ends the process.
            enable(SO_NOSIGPIPE, at: SOL_SOCKET)
        #endif
    }

    private func enable(_ option: Int32, at level: Int32) {
        var isOn: Int32 = 1
        _ = setsockopt(descriptor, level, option, &isOn, socklen_t(MemoryLayout<Int32>.size))
    }

    package static func loopbackAddress(port: UInt16) -> sockaddr_in {
        var address = sockaddr_in()
        #if canImport(Darwin)
            address.sin_len = UInt8(MemoryLayout<sockaddr_in>.size)
        #endif
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        return address
    }

    package static func withSocketAddress(
        _ address: inout sockaddr_in, _ call: (UnsafeMutablePointer<sockaddr>, socklen_t) -> Int32
    ) -> Int32 {
        withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                call($0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
    }

    package static func check(_ call: String, _ result: Int32) throws(SocketError) {
        if result < 0 { throw SocketError(call: call, code: errno) }
    }
}
