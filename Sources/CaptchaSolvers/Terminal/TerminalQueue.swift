#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Lets one conversation at a time have an input, in the order in which they come, and keeps between them what was read
/// from the input and not used.
///
/// Several scopes can prompt at the same time. On one terminal their questions would run into each other, and an answer
/// could go to the wrong one.
actor TerminalQueue {
    /// The queue of everybody: two solvers may well share standard input.
    static let shared = TerminalQueue()

    /// What a descriptor number stands for. It tells whether a number was closed and given to something else since.
    private struct Identity: Hashable {
        var device: UInt64
        var file: UInt64

        init?(_ descriptor: Int32) {
            var status = stat()
            guard fstat(descriptor, &status) == 0 else { return nil }
            device = UInt64(truncatingIfNeeded: status.st_dev)
            file = UInt64(truncatingIfNeeded: status.st_ino)
        }
    }

    private struct Input {
        var isTaken = false
        var waiters: [(id: Int, continuation: CheckedContinuation<Bool, Never>)] = []
        var identity: Identity?
        var buffer = LineBuffer()
    }

    private var inputs: [Int32: Input] = [:]
    private var nextID = 0
    private let onWaiting: (@Sendable () -> Void)?

    /// - Parameter onWaiting: Called whenever a conversation has to wait for another one, for tests.
    init(onWaiting: (@Sendable () -> Void)? = nil) {
        self.onWaiting = onWaiting
    }

    /// Asks a question when its turn has come.
    func ask(_ question: String, in conversation: TerminalConversation) async -> TerminalConversation.Reply {
        let input = conversation.input
        guard await takeTurn(at: input) else { return .cancelled }
        defer { passTurn(at: input) }
        if Task.isCancelled { return .cancelled }

        let identity = Identity(input)
        if inputs[input]?.identity != identity { inputs[input]?.buffer = LineBuffer() }
        inputs[input]?.identity = identity
        let (reply, buffer) = await conversation.ask(question, buffer: inputs[input]?.buffer ?? LineBuffer())
        inputs[input]?.buffer = buffer
        return reply
    }

    /// Writes a line, unless somebody is being asked: it would run into the question, and no news is worth a wait.
    func tell(_ text: String, in conversation: TerminalConversation) async {
        if inputs[conversation.input]?.isTaken == true { return }
        guard await takeTurn(at: conversation.input) else { return }
        defer { passTurn(at: conversation.input) }
        await conversation.tell(text)
    }

    /// - Returns: `false` if the task was cancelled first.
    private func takeTurn(at input: Int32) async -> Bool {
        guard inputs[input, default: Input()].isTaken else {
            inputs[input, default: Input()].isTaken = true
            return true
        }
        nextID += 1
        let id = nextID
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                // Cancelled later than this, `leave` gets its turn on the actor only when the waiter is in the list.
                if Task.isCancelled {
                    continuation.resume(returning: false)
                } else {
                    inputs[input, default: Input()].waiters.append((id, continuation))
                    onWaiting?()
                }
            }
        } onCancel: {
            Task { await leave(id, at: input) }
        }
    }

    private func leave(_ id: Int, at input: Int32) {
        guard let index = inputs[input]?.waiters.firstIndex(where: { $0.id == id }) else { return }
        inputs[input]?.waiters.remove(at: index).continuation.resume(returning: false)
    }

    private func passTurn(at input: Int32) {
        guard let waiters = inputs[input]?.waiters, !waiters.isEmpty else {
            inputs[input]?.isTaken = false
            return
        }
        inputs[input]?.waiters.removeFirst().continuation.resume(returning: true)
    }
}
