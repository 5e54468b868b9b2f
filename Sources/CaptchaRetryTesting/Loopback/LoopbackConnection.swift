import CaptchaRetry
import Foundation

/// One client's connection, served by a thread of its own.
final class LoopbackConnection: @unchecked Sendable {
    // Sendable because `pending`, `task` and `isInterrupted` are touched under `lock` only.

    private let socket: LoopbackSocket
    private let script: UpstreamScript
    private let limits: LoopbackLimits
    private let lock = NSLock()
    private var pending: PendingAnswer?
    private var task: Task<Void, Never>?
    private var isInterrupted = false

    init(_ socket: LoopbackSocket, script: UpstreamScript, limits: LoopbackLimits) {
        self.socket = socket
        self.script = script
        self.limits = limits
    }

    /// Serves requests until one side ends the connection. It blocks; the socket is left open.
    func serve() {
        let socket = socket
        var reader = HTTPRequestReader(limits: limits) { socket.receiveBytes() }
        var goesOn = true
        while goesOn {
            do throws(HTTPFault) {
                guard let head = try reader.head() else { return }
                let body = try reader.body(of: head) { socket.sendBytes(HTTPAnswerBytes.goAhead) }
                guard let answer = answer(to: head, body: body) else { return }
                let answerBytes = HTTPAnswerBytes(answer, to: head)
                goesOn = socket.sendBytes(answerBytes.bytes) && !answerBytes.endsConnection
            } catch {
                refuse(HTTPAnswerBytes(refusal: error))
                return
            }
        }
    }

    /// Ends ``serve()`` where it waits for its client.
    func shutDown() { socket.shutDown() }

    /// Ends ``serve()`` where it waits for a rule, and cancels the rule's task.
    func cancelAnswer() {
        let (pending, task) = lock.withLock {
            isInterrupted = true
            return (self.pending, self.task)
        }
        task?.cancel()
        pending?.settle(nil)
    }

    private func answer(to head: HTTPRequestHead, body: Data) -> UpstreamAnswer? {
        let request = UpstreamRequest(
            method: head.method, target: head.target, headerFields: head.headerFields, body: body,
            origin: head.headerFields["Host"].flatMap { URL(string: "http://" + $0) }.flatMap(Origin.init))
        let pending = PendingAnswer()
        let script = script
        let isInterrupted = lock.withLock {
            guard !self.isInterrupted else { return true }
            self.pending = pending
            task = Task {
                do {
                    pending.settle(try await script.answer(request))
                } catch {
                    // Only its type: the text of an error may quote a token.
                    pending.settle(.text("the rule threw \(type(of: error))", status: 500))
                }
            }
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
