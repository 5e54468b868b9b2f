import CaptchaRetry
import LoopbackHTTP
import TestSupport
import Testing

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

// Darwin has no end to listening but closing, so there a process that is being started may keep the port for a moment.
#if os(Linux)
    @Suite("The server's listening socket")
    struct LoopbackListenerTests {
        /// As a process has that another thread is just starting, until its program runs.
        @Test("Nobody connects any more once the server has ended, although somebody holds a copy of its descriptor")
        func copied() async throws {
            let limits = ServerLimits(headerSize: 1024, bodySize: 1024)
            let server = try LoopbackServer(limits: limits) { _, _ in .response(PlainResponse(status: 204)) }
            let listener = try #require((0..<4096).first { isListener($0, on: server.port) })
            let copy = dup(listener)
            defer { close(copy) }
            try #require(copy >= 0)
            await onOwnThread { server.stop() }
            #expect(throws: (any Error).self) { try RawClient(port: server.port) }
        }

        private func isListener(_ descriptor: Int32, on port: Int) -> Bool {
            var (isListening, length): (Int32, _) = (0, socklen_t(MemoryLayout<Int32>.size))
            guard getsockopt(descriptor, SOL_SOCKET, SO_ACCEPTCONN, &isListening, &length) == 0 else { return false }
            return isListening != 0 && (try? LoopbackSocket(descriptor: descriptor).port()) == port
        }
    }
#endif
