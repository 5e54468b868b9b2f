import Foundation

/// The threads and sockets of a server on 127.0.0.1.
///
/// The threads hold it until it is stopped: its owner has to stop it.
package final class LoopbackServer: @unchecked Sendable {
    // Sendable because everything mutable is touched under `condition` only.

    /// The port that it listens on.
    package let port: Int
    private let listener: LoopbackSocket
    private let signal: LoopbackSignal
    private let handler: @Sendable (LoopbackExchange) async -> LoopbackAnswer
    private let limits: ServerLimits
    private let clock: any Clock<Duration>
    private let condition = NSCondition()
    /// By the order in which they came.
    private var connections: [Int: LoopbackConnection] = [:]
    private var lastConnection = 0
    private var threadCount = 0
    private var isStopping = false
    private var isStopped = false

    /// Starts it on a free port.
    package convenience init(
        limits: ServerLimits, clock: any Clock<Duration> = ContinuousClock(), handler: @escaping LoopbackHandler
    ) throws(SocketError) {
        try self.init(limits: limits, clock: clock, exchangeHandler: { await handler($0.head, $0.body) })
    }

    /// Starts it on a free port, with a handler that may ask whether its client is still there.
    package init(
        limits: ServerLimits, clock: any Clock<Duration> = ContinuousClock(),
        exchangeHandler handler: @escaping @Sendable (LoopbackExchange) async -> LoopbackAnswer
    ) throws(SocketError) {
        self.handler = handler
        self.clock = clock
        self.limits = limits
        listener = try LoopbackSocket.listening()
        do {
            port = try listener.port()
            signal = try LoopbackSignal()
        } catch {
            listener.closeDescriptor()
            throw error
        }
        condition.withLock { startThread { $0.acceptConnections() } }
    }

    /// Ends all connections and threads, and returns when their descriptors are closed.
    ///
    /// It never waits for the handler: its tasks are cancelled and left to themselves. It blocks the calling thread for
    /// that short time.
    package func stop() { end(isPatient: false) }

    /// Takes no more requests, and ends as ``stop()`` does when those that are being answered have got their answers.
    ///
    /// It blocks the calling thread for as long as their handlers take; ``stop()`` from another thread cuts that short.
    package func finish() { end(isPatient: true) }

    private func end(isPatient: Bool) {
        let (isFirst, open) = condition.withLock {
            defer { isStopping = true }
            // In the lock: a connection that is still in the list has its descriptor still.
            for connection in connections.values {
                if isPatient { connection.finish() } else { connection.shutDown() }
            }
            return (!isStopping, Array(connections.values))
        }
        if isFirst { signal.give() }
        if !isPatient { for connection in open { connection.cancelAnswer() } }
        condition.withLock {
            while threadCount > 0 || (!isFirst && !isStopped) { condition.wait() }
        }
        guard isFirst else { return }
        listener.stopListening()
        listener.closeDescriptor()
        signal.closeDescriptors()
        condition.withLock {
            isStopped = true
            condition.broadcast()
        }
    }

    private func acceptConnections() {
        while let socket = listener.acceptConnection(until: signal) {
            let isTaken = condition.withLock {
                guard makeRoom() else { return false }
                let connection = LoopbackConnection(socket, limits: limits, clock: clock, handler: handler)
                lastConnection += 1
                let number = lastConnection
                connections[number] = connection
                startThread { $0.serve(connection, number, on: socket) }
                return true
            }
            if !isTaken { socket.closeDescriptor() }
        }
    }

    /// Has the oldest connection that has asked for nothing yet make room for one more, if there is none. Otherwise
    /// anybody could keep all others out, with connections that say nothing. To be called under `condition`.
    ///
    /// - Returns: `false` if there is no room.
    private func makeRoom() -> Bool {
        if connections.count >= limits.connections {
            let isOneEnding = connections.sorted { $0.key < $1.key }.contains { $0.value.finishIfIdle() }
            // It does not block any more, so it is gone in a moment.
            while isOneEnding && connections.count >= limits.connections { condition.wait() }
        }
        return !isStopping && connections.count < limits.connections
    }

    private func serve(_ connection: LoopbackConnection, _ number: Int, on socket: LoopbackSocket) {
        connection.serve()
        // Out of the list before the descriptor is given back, when it may become somebody else's.
        condition.withLock { connections[number] = nil }
        socket.closeDescriptor()
    }

    /// Starts a thread that is waited for by ``stop()``. To be called under `condition`.
    private func startThread(_ body: @escaping @Sendable (LoopbackServer) -> Void) {
        threadCount += 1
        let thread = Thread { [self] in
            body(self)
            condition.withLock {
                threadCount -= 1
                condition.broadcast()
            }
        }
        thread.stackSize = 512 * 1024
        thread.start()
    }
}
