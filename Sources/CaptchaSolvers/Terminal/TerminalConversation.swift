import Foundation

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// One question on the output and its answer from the input.
///
/// Everything that may block (a terminal that nobody types at, an output that is stopped) happens on a thread of its
/// own, which ends with the conversation; the threads of the concurrency pool are never blocked.
struct TerminalConversation: Sendable {
    enum Reply: Hashable, Sendable {
        /// The line that came in.
        case line(LineBuffer.Line)
        /// A line of which the terminal has dropped the end.
        case cut
        /// The person ended the input.
        case ended
        /// The input is no terminal and has nothing.
        case nothingToRead
        /// The task was cancelled.
        case cancelled
        /// The process has no descriptors left.
        case outOfDescriptors
    }

    /// The longest line that a terminal passes on. Linux drops what comes between it and the line feed, so a line of
    /// just this length is most likely the beginning of a longer one. Apple's terminals do not complete a line of 1024
    /// bytes or more at all.
    static let longestTerminalLine = 4095

    var input: Int32
    var output: Int32

    /// Asks, and waits for the answer.
    ///
    /// - Parameter buffer: What was read from the input before and not used; what is left over comes back.
    func ask(_ question: String, buffer: LineBuffer) async -> (Reply, LineBuffer) {
        guard let cancellation = CancellationPipe() else { return (.outOfDescriptors, buffer) }
        return await withTaskCancellationHandler {
            let descriptor = cancellation.readEnd
            return await Self.onThread {
                var reader = LineReader(input: input, cancellation: descriptor, buffer: buffer)
                let writer = TextWriter(output: output, cancellation: descriptor)
                let reply = Self.talk(question, reader: &reader, writer: writer)
                return (reply, reader.buffer)
            }
        } onCancel: {
            cancellation.cancel()
        }
    }

    /// Writes a line, as far as that goes without waiting.
    func tell(_ text: String) async {
        await Self.onThread { TextWriter(output: output, cancellation: -1).note(text + "\n") }
    }

    private static func talk(_ question: String, reader: inout LineReader, writer: TextWriter) -> Reply {
        if !reader.isTerminal {
            // A question that nobody can answer is not shown.
            switch reader.begin() {
            case .reached: break
            case .cancelled: return .cancelled
            case .ended, .nothing: return .nothingToRead
            }
        }
        guard writer.show(question + (reader.isTerminal ? "\n> " : "\n")) else { return .cancelled }
        switch reader.complete() {
        case .reached:
            return reply(with: reader.takeLine(), isTerminal: reader.isTerminal)
        case .cancelled:
            writer.note("\nThe answer is no longer needed.\n")
            return .cancelled
        case .ended where reader.isTerminal:
            writer.note("\n")
            return .ended
        case .ended, .nothing:
            return .nothingToRead
        }
    }

    private static func reply(with line: LineBuffer.Line?, isTerminal: Bool) -> Reply {
        guard let line else { return .ended }
        if isTerminal, case .text(let bytes) = line, bytes.count >= longestTerminalLine { return .cut }
        return .line(line)
    }

    /// Runs blocking work on a new thread.
    private static func onThread<Result: Sendable>(_ work: @escaping @Sendable () -> Result) async -> Result {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                // Writing to a pipe without a reader must fail, not end the process. The signal goes to the thread that
                // writes, and what is pending of it ends with the thread.
                var signals = sigset_t()
                sigemptyset(&signals)
                sigaddset(&signals, SIGPIPE)
                pthread_sigmask(SIG_BLOCK, &signals, nil)
                continuation.resume(returning: work())
            }
        }
    }
}
