/// What the loop remembers of one request, from its first challenge to its end.
struct ChallengedRequest {
    /// However many challenges come in between: a queue of N requests costs O(N) sends.
    static let maximumBareReplays = 2

    let number: PromptQueue.RequestID
    let identity: String?
    /// The tokens in the request as it was sent last.
    var answers: Answers
    /// When that was.
    var sentAt: SendTime
    var replays = 0
    var bareReplays = 0
    /// Where it may hold a turn.
    var scope: ScopeKey?
    private var rounds: [String: Int] = [:]

    init(_ number: PromptQueue.RequestID, _ identity: String?, _ answers: Answers, sentAt: SendTime) {
        self.number = number
        self.identity = identity
        self.answers = answers
        self.sentAt = sentAt
    }

    /// Counts the rounds that this request goes with a scheme.
    mutating func enter(_ challenge: inout CaptchaChallenge) {
        rounds[challenge.scheme, default: 0] += 1
        challenge.round = rounds[challenge.scheme, default: 1]
    }
}
