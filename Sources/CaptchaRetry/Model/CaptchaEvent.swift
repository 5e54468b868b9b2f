/// One step in the story of a challenged request.
///
/// Events carry identifiers and no secrets: no URL, no token, no value of a challenge. They can stay on. Print one to
/// get a line for a log.
public struct CaptchaEvent: Hashable, Sendable {
    /// What happened.
    public struct Kind: Hashable, Sendable, CustomStringConvertible {
        /// The kind's name, as it stands in a log.
        public let description: String

        private init(_ description: String) { self.description = description }

        /// The upstream answered with a captcha error.
        public static let challenged = Kind("challenged")
        /// The request waits, because somebody is being asked already.
        public static let waiting = Kind("waiting")
        /// The solver is asked.
        public static let asked = Kind("asked")
        /// The solver yielded a token; ``CaptchaEvent/duration`` says after how long.
        public static let solved = Kind("solved")
        /// The solver yielded no token; ``CaptchaEvent/code`` says why.
        public static let unsolved = Kind("unsolved")
        /// The token was handed in by a request of the scheme's own.
        public static let submitted = Kind("submitted")
        /// The request is sent again with a token.
        public static let replayed = Kind("replayed")
        /// The request is sent again without a token, because the upstream may have lifted its check.
        public static let replayedBare = Kind("replayed bare")
        /// The replay without a token was let through.
        public static let passed = Kind("passed")
        /// The replay without a token was challenged.
        public static let challengedAgain = Kind("challenged again")
        /// The upstream took the token.
        public static let accepted = Kind("accepted")
        /// The upstream challenged the replay.
        public static let refused = Kind("refused")
        /// The replay ended in a way that says nothing about the token.
        public static let undetermined = Kind("undetermined")
        /// The captcha error goes back to the caller; ``CaptchaEvent/detail`` says why.
        public static let passedThrough = Kind("passed through")
        /// The request ends with a ``CaptchaHandlingError``; ``CaptchaEvent/code`` says which.
        public static let failed = Kind("failed")
        /// The caller was cancelled while its request was challenged.
        public static let cancelled = Kind("cancelled")
    }

    /// What happened.
    public var kind: Kind
    /// Which request it happened to: a number that is unique within one ``CaptchaRetry``.
    public var request: Int
    /// The scheme of the challenge.
    public var scheme: String
    /// The origin of the challenge.
    public var origin: Origin?
    /// The round of the challenge.
    public var round: Int
    /// How long it took, where that makes sense.
    public var duration: Duration?
    /// The code of the error, where there is one.
    public var code: CaptchaHandlingError.Code?
    /// Why, in words without secrets.
    public var detail: String?

    init(
        _ kind: Kind, request: Int, challenge: CaptchaChallenge, duration: Duration? = nil,
        code: CaptchaHandlingError.Code? = nil, detail: String? = nil
    ) {
        self.kind = kind
        self.request = request
        self.scheme = challenge.scheme
        self.origin = challenge.origin
        self.round = challenge.round
        self.duration = duration
        self.code = code
        self.detail = detail
    }
}

extension CaptchaEvent: CustomStringConvertible {
    /// A line for a log.
    public var description: String {
        var text = "#\(request) \(scheme) \(origin?.description ?? "-") round \(round): \(kind)"
        if let duration {
            // A duration that is no number of milliseconds is a clock gone wrong, and must not trap.
            let milliseconds = Int64(exactly: (duration / .milliseconds(1)).rounded(.towardZero))
            text += " after " + (milliseconds.map { "\($0) ms" } ?? "\(duration)")
        }
        if let code { text += ", \(code)" }
        if let detail { text += " (\(detail))" }
        return text.onOneLine
    }
}
