/// The coordination of one scope: who prompts, who waits, who replays.
///
/// This is a pure state machine. Inputs are the mutating functions: they change the state and append effects, which
/// ``Coordinator`` then carries out. It knows no tasks, no locks and no clock; time comes in with each input.
///
/// A request walks through it like this:
/// 1. ``arrive(_:as:effects:at:)`` with a challenge. It is answered with exactly one ``Effect/resume(_:_:)``, unless it
///    leaves before.
/// 2. It replays as told, and reports with ``settle(_:replayedWith:as:effects:at:)``.
/// 3. If it was challenged again, back to 1. At the end, and whenever it gives up, ``leave(_:effects:at:)``.
struct PromptQueue: Sendable {
    typealias RequestID = Int
    typealias SolveID = Int

    /// The time of an input, and a number that no solve had before.
    struct Moment: Sendable {
        var now: Duration
        var sendTime: SendTime
        var unusedSolve: SolveID
    }

    /// A request that waits for its turn, or for the solve that it asked for.
    struct Waiter: Sendable {
        var challenge: CaptchaChallenge
        /// When the challenge ends.
        var deadline: Duration?
        /// When the request was sent; `nil` where a solve that was accepted since says nothing of this request.
        var sentAt: SendTime?
        /// A request is replayed bare at most twice in its life.
        var mayReplayBare: Bool
        /// The solve whose token was in the request that was challenged.
        var used: SolveID?
    }

    /// Whose turn it is. Everybody else waits, so there is never more than one prompt.
    enum Turn: Sendable {
        case free
        /// The solver is asked on behalf of a request.
        case solving(Solve)
        /// One request replays, with a token or bare, or tells the solver of a refusal. Its outcome decides how the
        /// others go on; they do not wait for it longer than for a solver.
        case trying(RequestID, until: Duration)
        /// Nobody wants the answer any more, but the solver has not returned yet, so its prompt may still be open.
        case closing(Solve)
    }

    struct Solve: Sendable {
        var id: SolveID
        /// What the solver was asked, which stays the same when another request takes the asker's place.
        var challenge: CaptchaChallenge
        var asker: RequestID
        var started: Duration
        var deadline: Duration
    }

    /// The token of a scope with shared tokens.
    struct HeldToken: Sendable {
        var solve: SolveID
        var answer: CaptchaAnswer
        var expires: Duration?
    }

    /// A token that is in replays whose outcome is not known yet.
    struct TokenInUse: Sendable {
        var challenge: CaptchaChallenge
        var replays = 0
        var isTold = false
        var isAccepted = false
    }

    let tokenScope: TokenScope
    let bounds: Bounds

    var waiters: [RequestID: Waiter] = [:]
    /// The waiting requests in the order of their coming; those that left since are skipped.
    var order = ArrayQueue<RequestID>()
    var turn = Turn.free
    var held: HeldToken?
    var inUse: [SolveID: TokenInUse] = [:]
    /// When the current generation began, that is, when the latest solve was accepted.
    var generationStart: SendTime?
    var prompts: [Duration] = []
    var cooldown: (until: Duration, error: CaptchaHandlingError)?

    init(tokenScope: TokenScope, bounds: Bounds, generationStart: SendTime? = nil) {
        self.tokenScope = tokenScope
        self.bounds = bounds
        self.generationStart = generationStart
    }
}

extension PromptQueue {
    /// What of the policy concerns a scope.
    struct Bounds: Sendable {
        var promptLimit: Int
        var promptWindow: Duration
        var solveTimeout: Duration
        var dismissalCooldown: Duration

        /// How long others wait for something that should end by itself: at least long enough not to spin.
        var patience: Duration { max(solveTimeout, .seconds(1)) }

        init(_ policy: CaptchaRetryPolicy) {
            promptLimit = policy.promptLimit
            promptWindow = policy.promptWindow
            solveTimeout = policy.solveTimeout
            dismissalCooldown = policy.dismissalCooldown
        }
    }

    /// What a request is told to do.
    enum Instruction: Sendable {
        case replay(SolveID, CaptchaAnswer)
        case replayBare
        /// Indirect, since it is the largest by far, and the others come by the thousand.
        indirect case fail(CaptchaHandlingError)
    }

    /// What the machine wants done.
    enum Effect: Sendable {
        case resume(RequestID, Instruction)
        case start(SolveID, CaptchaChallenge)
        case cancel(SolveID)
        case report(CaptchaEvent)
    }

    /// What came of a replay, as far as this scope goes.
    enum Outcome: Sendable {
        /// It was not challenged by this scope again.
        case passed(ReplayOutcome)
        /// It was challenged again, and will arrive with the new challenge.
        case challengedAgain

        func event(isBare: Bool) -> CaptchaEvent.Kind {
            switch self {
            case .passed(.accepted): isBare ? .passed : .accepted
            case .passed(.undetermined): .undetermined
            case .passed(.refused), .challengedAgain: isBare ? .challengedAgain : .refused
            }
        }
    }
}
