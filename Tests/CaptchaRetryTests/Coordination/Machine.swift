import CaptchaRetryTesting

@testable import CaptchaRetry

/// A ``PromptQueue`` with a short way to write inputs and to read effects.
///
/// Each input makes one step of time pass, and returns what the machine wants done, as text: `start 1`, `cancel 1`,
/// `a: token 1`, `a: bare`, `a: dismissed`. Requests are named by a letter, solves by the order of their starting.
struct Machine {
    var queue: PromptQueue
    private var now = Duration.zero
    private var order: Int64 = 0
    private var lastSolve = 0
    private var solves: [PromptQueue.SolveID] = []

    init(_ tokenScope: TokenScope = .singleUse, _ change: (inout CaptchaRetryPolicy) -> Void = { _ in }) {
        var policy = CaptchaRetryPolicy()
        policy.solveTimeout = .seconds(300)
        change(&policy)
        queue = PromptQueue(tokenScope: tokenScope, bounds: .init(policy))
    }

    static let shared = TokenScope.shared(lifetime: .seconds(600))

    /// The moment before the next input: what is sent now comes before it.
    var sendTime: SendTime { SendTime(order: order) }

    mutating func pass(_ duration: Duration) { now += duration }

    mutating func arrive(
        _ name: Character, sentAt: SendTime? = nil, used: Int? = nil, mayReplayBare: Bool = true,
        lasting: Duration? = nil
    ) -> [String] {
        let challenge = CaptchaChallenge(scheme: "test", prompt: .question(String(name)))
        let waiter = PromptQueue.Waiter(
            challenge: challenge, deadline: lasting.map { now + $0 }, sentAt: sentAt ?? sendTime,
            mayReplayBare: mayReplayBare, used: used.map { solves[$0 - 1] })
        return step { queue, effects, moment in
            queue.arrive(Self.number(name), as: waiter, effects: &effects, at: moment)
        }
    }

    mutating func settle(_ name: Character, token: Int? = nil, _ outcome: PromptQueue.Outcome) -> [String] {
        let solve = token.map { solves[$0 - 1] }
        return step { queue, effects, moment in
            queue.settle(Self.number(name), replayedWith: solve, as: outcome, effects: &effects, at: moment)
                .map { "tell \($0.outcome)" }
        }
    }

    mutating func leave(_ name: Character) -> [String] {
        step { queue, effects, moment in queue.leave(Self.number(name), effects: &effects, at: moment) }
    }

    mutating func refuse(_ solve: Int, attachedTo name: Character) -> [String] {
        let id = solves[solve - 1]
        return step { queue, _, moment in
            queue.refuse(id, attachedTo: Self.number(name), at: moment).map { "tell \($0.outcome)" }
        }
    }

    mutating func solved(_ solve: Int) throws -> [String] {
        let token = try CaptchaToken("token")
        return finish(solve, .success(token))
    }

    mutating func failed(_ solve: Int, _ code: CaptchaHandlingError.Code) -> [String] {
        finish(solve, .failure(CaptchaHandlingError(code)))
    }

    mutating func tick() -> [String] {
        step { queue, effects, moment in queue.tick(effects: &effects, at: moment) }
    }

    private mutating func finish(_ solve: Int, _ result: Result<CaptchaToken, CaptchaHandlingError>) -> [String] {
        let id = solves[solve - 1]
        return step { queue, effects, moment in queue.finish(id, with: result, effects: &effects, at: moment) }
    }

    private mutating func step<Result>(
        _ body: (inout PromptQueue, inout [PromptQueue.Effect], PromptQueue.Moment) -> Result
    ) -> [String] {
        order += 1
        lastSolve += 1
        var effects: [PromptQueue.Effect] = []
        let moment = PromptQueue.Moment(now: now, sendTime: SendTime(order: order), unusedSolve: lastSolve)
        let result = body(&queue, &effects, moment)
        order += 1
        let told = (result as? String?).flatMap { $0 }.map { [$0] } ?? []
        return told + effects.compactMap { text(of: $0) }
    }

    private mutating func text(of effect: PromptQueue.Effect) -> String? {
        switch effect {
        case .start(let solve, _):
            solves.append(solve)
            return "start \(solves.count)"
        case .cancel(let solve): return "cancel \(name(solve))"
        case .resume(let request, .replayBare): return "\(Self.name(request)): bare"
        case .resume(let request, .replay(let solve, _)): return "\(Self.name(request)): token \(name(solve))"
        case .resume(let request, .fail(let error)): return "\(Self.name(request)): \(error.code)"
        case .report: return nil
        }
    }

    private func name(_ solve: PromptQueue.SolveID) -> Int { (solves.firstIndex(of: solve) ?? -1) + 1 }

    private static func number(_ name: Character) -> Int { Int(name.asciiValue ?? 0) }

    private static func name(_ number: Int) -> Character { Character(Unicode.Scalar(UInt8(number))) }
}
