import CaptchaRetry

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
        let turns: TurnQueue
        var identity: Identity?
        var buffer = LineBuffer()
    }

    private var inputs: [Int32: Input] = [:]
    private let onWaiting: (@Sendable () -> Void)?

    /// - Parameter onWaiting: Called whenever a conversation has to wait for another one, for tests.
    init(onWaiting: (@Sendable () -> Void)? = nil) {
        self.onWaiting = onWaiting
    }

    /// Asks a question when its turn has come.
    func ask(_ question: String, in conversation: TerminalConversation) async -> TerminalConversation.Reply {
        await turns(at: conversation.input).withTurn { await askNow(question, in: conversation) } ?? .cancelled
    }

    /// Writes a line, unless somebody is being asked: it would run into the question, and no news is worth a wait.
    func tell(_ text: String, in conversation: TerminalConversation) async {
        await turns(at: conversation.input).withTurnIfFree { await conversation.tell(text) }
    }

    private func askNow(_ question: String, in conversation: TerminalConversation) async -> TerminalConversation.Reply {
        let input = conversation.input
        let identity = Identity(input)
        if inputs[input]?.identity != identity { inputs[input]?.buffer = LineBuffer() }
        inputs[input]?.identity = identity
        let (reply, buffer) = await conversation.ask(question, buffer: inputs[input]?.buffer ?? LineBuffer())
        inputs[input]?.buffer = buffer
        return reply
    }

    private func turns(at input: Int32) -> TurnQueue {
        if let known = inputs[input] { return known.turns }
        let turns = TurnQueue(onWaiting: onWaiting)
        inputs[input] = Input(turns: turns)
        return turns
    }
}
