import Foundation

/// The threads and sockets of a running ``LoopbackUpstream``.
///
/// It is apart from the upstream so that the threads can hold it: the upstream's end has to be able to stop them.
final class LoopbackServer: @unchecked Sendable {
    // Sendable because everything mutable is touched under `condition` only.

    let port: Int
    private let listener: LoopbackSocket
    private let signal: LoopbackSignal
    private let script: UpstreamScript
    private let limits: LoopbackLimits
    private let condition = NSCondition()
    private var connections: [ObjectIdentifier: LoopbackConnection] = [:]
    private var threadCount = 0
    private var isStopping = false
    private var isStopped = false

    init(script: UpstreamScript, limits: LoopbackLimits) throws(LoopbackError) {
        self.script = script
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
    /// It never waits for a rule: those are cancelled and left to themselves.
    func stop() {
        let (isFirst, open) = condition.withLock {
            defer { isStopping = true }
            // In the lock: a connection that is still in the list has its descriptor still.
            for connection in connections.values { connection.shutDown() }
            return (!isStopping, Array(connections.values))
        }
        if isFirst {
            signal.give()
            for connection in open { connection.cancelAnswer() }
        }
        condition.withLock {
            while threadCount > 0 || (!isFirst && !isStopped) { condition.wait() }
        }
        guard isFirst else { return }
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
                guard !isStopping else { return false }
                let connection = LoopbackConnection(socket, script: script, limits: limits)
                connections[ObjectIdentifier(connection)] = connection
                startThread { $0.serve(connection, on: socket) }
                return true
            }
            if !isTaken { socket.closeDescriptor() }
        }
    }

    private func serve(_ connection: LoopbackConnection, on socket: LoopbackSocket) {
        connection.serve()
        // Out of the list before the descriptor is given back, when it may become somebody else's.
        condition.withLock { connections[ObjectIdentifier(connection)] = nil }
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
