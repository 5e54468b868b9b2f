import CaptchaRetry
import Foundation

/// One client's connection, served by a thread of its own.
final class LoopbackConnection: @unchecked Sendable {
    // Sendable because everything mutable is touched under `lock` only.

    private let socket: LoopbackSocket
    private let limits: ServerLimits
    private let clock: any Clock<Duration>
    private let handler: @Sendable (LoopbackExchange) async -> LoopbackAnswer
    private let lock = NSLock()
    private var pending: PendingAnswer?
    private var task: Task<Void, Never>?
    private var isInterrupted = false
    private var isAnswering = false
    private var isLast = false
    private var isFinished = false

    init(
        _ socket: LoopbackSocket, limits: ServerLimits, clock: any Clock<Duration>,
        handler: @escaping @Sendable (LoopbackExchange) async -> LoopbackAnswer
    ) {
        self.socket = socket
        self.limits = limits
        self.clock = clock
        self.handler = handler
    }

    /// Serves requests until one side ends the connection. It blocks; the socket is left open.
    func serve() {
        // From here on the descriptor may be given back, and become somebody else's.
        defer { lock.withLock { isFinished = true } }
        let socket = socket
        var reader = HTTPRequestReader(limits: limits) { socket.receiveBytes() }
        var goesOn = true
        while goesOn {
            do throws(HTTPFault) {
                guard let (head, body) = try read(&reader), beginAnswer() else { return }
                guard let answer = answer(to: head, body: body) else { return }
                let answerBytes = HTTPAnswerBytes(answer, to: head)
                let isSent = timed { socket.sendBytes(answerBytes.bytes) }
                goesOn = endAnswer() && isSent && !answerBytes.endsConnection
            } catch {
                timed { refuse(HTTPAnswerBytes(refusal: error)) }
                return
            }
        }
    }

    /// Ends ``serve()`` where it waits for its client.
    func shutDown() {
        lock.withLock { if !isFinished { socket.shutDown() } }
    }

    /// Ends ``serve()`` when the request that is being answered is, or at once where there is none.
    func finish() {
        lock.withLock {
            isLast = true
            if !isFinished && !isAnswering { socket.shutDown() }
        }
    }

    /// Ends ``serve()`` at once if no request is being answered.
    ///
    /// - Returns: Whether it does.
    func finishIfIdle() -> Bool {
        lock.withLock {
            guard !isAnswering else { return false }
            isLast = true
            if !isFinished { socket.shutDown() }
            return true
        }
    }

    /// Ends ``serve()`` where it waits for the handler, and cancels the handler's task.
    func cancelAnswer() {
        let (pending, task) = lock.withLock {
            isInterrupted = true
            return (self.pending, self.task)
        }
        task?.cancel()
        pending?.settle(nil)
    }

    /// - Returns: `false` if no answer is to begin any more.
    private func beginAnswer() -> Bool {
        lock.withLock {
            isAnswering = !isLast
            return isAnswering
        }
    }

    /// - Returns: `false` if that was the last one.
    private func endAnswer() -> Bool {
        lock.withLock {
            isAnswering = false
            return !isLast
        }
    }

    private var isClientThere: Bool { lock.withLock { !isFinished && socket.hasPeer } }

    private func read(_ reader: inout HTTPRequestReader) throws(HTTPFault) -> (HTTPRequestHead, Data)? {
        try timed { () throws(HTTPFault) in
            guard let head = try reader.head() else { return nil }
            return (head, try reader.body(of: head) { socket.sendBytes(HTTPAnswerBytes.goAhead) })
        }
    }

    /// Does what blocks on the client, for as long as there is patience.
    private func timed<Result, Failure: Error>(_ work: () throws(Failure) -> Result) throws(Failure) -> Result {
        guard let patience = limits.patience else { return try work() }
        let watch = Task { [clock, weak self] in
            if (try? await clock.sleep(for: patience)) != nil { self?.shutDown() }
        }
        defer { watch.cancel() }
        return try work()
    }

    private func answer(to head: HTTPRequestHead, body: Data) -> LoopbackAnswer? {
        let pending = PendingAnswer()
        let handler = handler
        let exchange = LoopbackExchange(head: head, body: body) { [weak self] in self?.isClientThere ?? false }
        let isInterrupted = lock.withLock {
            guard !self.isInterrupted else { return true }
            self.pending = pending
            task = Task { pending.settle(await handler(exchange)) }
            return false
        }
        if isInterrupted { return nil }
        defer {
            lock.withLock {
                self.pending = nil
                task = nil
            }
        }
        return pending.wait()
    }

    /// Answers a client that may still be sending.
    private func refuse(_ answer: HTTPAnswerBytes) {
        guard socket.sendBytes(answer.bytes) else { return }
        socket.finishSending()
        // Closing a socket with unread bytes resets the connection, and the client might never see the answer.
        var rest = 64 * 1024 * 1024
        while rest > 0 {
            let count = socket.receiveBytes().count
            if count == 0 { return }
            rest -= count
        }
    }
}
