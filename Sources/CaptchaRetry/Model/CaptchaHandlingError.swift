#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// Why a captcha was not answered, or why its answer did not help.
///
/// Compare ``code`` to tell what happened. ``lastResponse`` is what the upstream said last, so that a caller can go on
/// as if there were no captcha handling.
public struct CaptchaHandlingError: Error, Sendable {
    /// What happened.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        // A struct instead of an enum: a new code must not break somebody's `switch`.
        private enum Value: String {
            case dismissed
            case timedOut
            case noSolverForPrompt
            case unreadableChallenge
            case stillChallenged
            case unusableToken
            case requestNotReplayable
            case solverFailed
            case submissionFailed
            case cancelled
        }

        private let value: Value

        private init(_ value: Value) { self.value = value }

        /// The person closed the prompt or gave no answer.
        public static let dismissed = Code(.dismissed)
        /// The solver took longer than ``CaptchaRetryPolicy/solveTimeout``, or than a limit of its own.
        public static let timedOut = Code(.timedOut)
        /// The solver cannot show this kind of prompt, or there is nobody to show it to.
        public static let noSolverForPrompt = Code(.noSolverForPrompt)
        /// It is a challenge, but the solver cannot make sense of it.
        public static let unreadableChallenge = Code(.unreadableChallenge)
        /// The bound on replays or on prompts is reached, and the upstream still challenges.
        public static let stillChallenged = Code(.stillChallenged)
        /// The token is empty, too long, holds control characters, or does not fit where the scheme puts it.
        public static let unusableToken = Code(.unusableToken)
        /// The request cannot be sent twice, or has no place for the token. Nobody was asked.
        public static let requestNotReplayable = Code(.requestNotReplayable)
        /// The solver failed for a reason of its own; ``CaptchaHandlingError/underlying`` has it.
        public static let solverFailed = Code(.solverFailed)
        /// The request that hands the token in failed: the upstream said neither yes nor no.
        ///
        /// ``CaptchaHandlingError/lastResponse`` is what it said instead.
        public static let submissionFailed = Code(.submissionFailed)
        /// The solver's task was cancelled. A caller that is cancelled itself gets `CancellationError` instead.
        public static let cancelled = Code(.cancelled)

        /// The name of the code.
        public var description: String { value.rawValue }
    }

    /// What happened.
    public var code: Code
    /// More about it, for a log. It holds no secrets.
    public var reason: String?
    /// The challenge that was to be answered. ``CaptchaRetry`` fills it in where a solver leaves it out.
    public var challenge: CaptchaChallenge?
    /// What the upstream said last, where there is a response.
    public var lastResponse: PlainResponse?
    /// The error behind this one.
    public var underlying: (any Error)?

    /// An error, as a solver throws it.
    public init(
        _ code: Code, reason: String? = nil, challenge: CaptchaChallenge? = nil, lastResponse: PlainResponse? = nil,
        underlying: (any Error)? = nil
    ) {
        self.code = code
        self.reason = reason
        self.challenge = challenge
        self.lastResponse = lastResponse
        self.underlying = underlying
    }
}

extension CaptchaHandlingError: LocalizedError {
    /// The same as ``description``, in English: what `localizedDescription` says. Tell people what happened by ``code``.
    public var errorDescription: String? { description }
}

extension CaptchaHandlingError: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// One line: the code, the reason, the challenge without its values, and the type of the underlying error.
    public var description: String {
        var text = "captcha not answered: \(code)"
        if let reason { text += " (\(reason))" }
        if let challenge { text += ", \(challenge)" }
        // Only its type: the text of a foreign error may quote a URL with a token.
        if let underlying { text += ", underlying \(type(of: underlying))" }
        return text.onOneLine
    }

    /// The same as ``description``.
    public var debugDescription: String { description }

    /// A mirror without children: that of a foreign error might show a URL with a token.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
