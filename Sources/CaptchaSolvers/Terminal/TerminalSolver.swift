public import CaptchaRetry
import Foundation

/// Asks the person at the terminal: the prompt goes to standard error, the answer comes from standard input as one
/// line.
///
/// ```swift
/// let retry = CaptchaRetry(schemes: [.mediaWiki], solver: TerminalSolver())
/// ```
///
/// It shows pages, pictures and hosted processes by their address, questions by their text, and a widget by the page
/// that it stands on. Control characters in what the upstream sent are shown escaped. The answer is not written
/// anywhere; a terminal shows what is typed at it, as always. A page that hands its token to the app around it instead of
/// showing it, as VK's does, leaves nothing to paste: use another solver for it.
///
/// **Where standard input is no terminal**, the answers can be piped in, one on each line:
///
/// - Each challenge takes one line, and no byte more is read: the rest stays for whoever reads next.
/// - If nothing is there at the moment (an idle pipe, `/dev/null`, the end of a file, a closed descriptor) it fails at
///   once with ``CaptchaHandlingError/Code/noSolverForPrompt`` and shows nothing. A service never hangs on it.
/// - If a part of a line is there, it waits for the rest of it. The last line needs no line feed.
///
/// **Where several requests prompt at the same time**, they do so one after the other, first come, first served, also
/// if each has its own solver for the same descriptor. What is typed after a prompt was cancelled answers the next one.
///
/// Terminals limit the length of a line that is typed or pasted: to 4095 bytes on Linux and to 1023 on Apple platforms.
/// Pipe longer tokens in.
///
/// Nothing else may read the same input while a prompt is shown.
public struct TerminalSolver: CaptchaSolver {
    private let conversation: TerminalConversation
    private let queue: TerminalQueue

    /// A solver for a terminal.
    ///
    /// - Parameters:
    ///   - input: The file descriptor to read answers from: standard input, if you don't say so. It stays yours: keep
    ///     it open, and close it when you need it no more.
    ///   - output: The file descriptor to show prompts on: standard error, if you don't say so. A prompt that cannot be
    ///     written is dropped.
    public init(input: Int32 = 0, output: Int32 = 2) {
        self.init(input: input, output: output, queue: .shared)
    }

    init(input: Int32, output: Int32, queue: TerminalQueue) {
        conversation = TerminalConversation(input: input, output: output)
        self.queue = queue
    }

    /// Shows the prompt and waits for a line.
    ///
    /// - Returns: The line without the blanks around it.
    /// - Throws: ``CaptchaHandlingError`` with one of these codes:
    ///   - ``CaptchaHandlingError/Code/dismissed`` for an empty line, or if the person ends the input (Control-D),
    ///   - ``CaptchaHandlingError/Code/noSolverForPrompt`` if the prompt cannot be shown as text, or if the input is no
    ///     terminal and has nothing to read,
    ///   - ``CaptchaHandlingError/Code/unusableToken`` if the line is no text in UTF-8, has control characters or is
    ///     longer than a token or a terminal's line can be,
    ///   - ``CaptchaHandlingError/Code/solverFailed`` if the process has no file descriptors left,
    ///   - ``CaptchaHandlingError/Code/cancelled``, at once, if the task is cancelled.
    public func solve(_ challenge: CaptchaChallenge) async throws(CaptchaHandlingError) -> CaptchaToken {
        let prompt = try TerminalPrompt(challenge)
        switch await queue.ask(prompt.text, in: conversation) {
        case .line(.text(let bytes)):
            return try Self.token(bytes)
        case .line(.tooLong):
            throw CaptchaHandlingError(.unusableToken, reason: "it is longer than 64 KiB")
        case .cut:
            throw CaptchaHandlingError(.unusableToken, reason: "it is longer than a line of the terminal can be")
        case .ended:
            throw CaptchaHandlingError(.dismissed)
        case .nothingToRead:
            let name = conversation.input == 0 ? "standard input" : "the input"
            throw CaptchaHandlingError(.noSolverForPrompt, reason: "\(name) is not a terminal and has nothing to read")
        case .cancelled:
            throw CaptchaHandlingError(.cancelled)
        case .outOfDescriptors:
            throw CaptchaHandlingError(.solverFailed, reason: "the process has no file descriptors left")
        }
    }

    /// Tells the person whether the answer was taken, if nobody is being asked something else meanwhile.
    public func didReplay(_ challenge: CaptchaChallenge, outcome: ReplayOutcome) async {
        switch outcome {
        case .accepted: await queue.tell("The answer was accepted.", in: conversation)
        case .refused: await queue.tell("The answer was refused.", in: conversation)
        case .undetermined: break
        }
    }

    private static func token(_ bytes: [UInt8]) throws(CaptchaHandlingError) -> CaptchaToken {
        guard let line = String(bytes: bytes, encoding: .utf8) else {
            throw CaptchaHandlingError(.unusableToken, reason: "it is not text in UTF-8")
        }
        let answer = line.trimmingCharacters(in: .whitespacesAndNewlines)
        if answer.isEmpty { throw CaptchaHandlingError(.dismissed) }
        return try CaptchaToken(answer)
    }
}
