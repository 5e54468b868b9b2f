public import CaptchaRetry

/// A solver that answers by script and remembers what it was asked and told.
///
/// ```swift
/// let solver = StubSolver(token: "token")                                      // always the same
/// let moody = StubSolver([.token("wrong"), .failure(.init(.dismissed))])       // one after the other
/// let picky = StubSolver { challenge in                                        // whatever you need
///     guard challenge.round == 1 else { throw CaptchaHandlingError(.dismissed) }
///     return try CaptchaToken("token for \(challenge.scheme)")
/// }
/// // … send requests …
/// #expect(solver.asked.count == 1)
/// #expect(solver.told.map(\.outcome) == [.accepted])
/// ```
///
/// To have it take its time, give it a delay on a ``ManualClock``, or a closure that waits at a ``Gate``.
public final class StubSolver: CaptchaSolver {
    /// What turns a challenge into a token. It throws untyped, since Swift takes that for granted in a closure that
    /// names no type; a closure that names `CaptchaHandlingError` fits as well.
    public typealias Solve = @Sendable (CaptchaChallenge) async throws -> CaptchaToken

    /// What the solver was told after a replay.
    public struct Report: Hashable, Sendable {
        /// The challenge that it had answered.
        public var challenge: CaptchaChallenge
        /// What became of its token.
        public var outcome: ReplayOutcome

        /// A report.
        public init(challenge: CaptchaChallenge, outcome: ReplayOutcome) {
            self.challenge = challenge
            self.outcome = outcome
        }
    }

    private struct State {
        var answers: ArraySlice<Answer> = []
        var asked: [CaptchaChallenge] = []
        var told: [Report] = []
        var active = 0
        var maximumActive = 0

        mutating func begin(_ challenge: CaptchaChallenge) -> Answer? {
            asked.append(challenge)
            active += 1
            maximumActive = max(maximumActive, active)
            return answers.popFirst()
        }
    }

    private let state: Monitor<State>
    private let closure: Solve?
    private let delay: Duration
    private let clock: any Clock<Duration>

    private init(answers: [Answer], closure: Solve?, delay: Duration, clock: any Clock<Duration>) {
        state = Monitor(State(answers: answers[...]))
        self.closure = closure
        self.delay = delay
        self.clock = clock
    }

    /// A solver that gives the same token every time.
    ///
    /// - Parameters:
    ///   - token: The token's text. One that `CaptchaToken` refuses makes the solver fail with
    ///     `CaptchaHandlingError.Code.unusableToken`.
    ///   - delay: How long it takes for each answer.
    ///   - clock: What `delay` is measured on.
    public convenience init(
        token: String, delay: Duration = .zero, on clock: any Clock<Duration> = ContinuousClock()
    ) {
        self.init(delay: delay, on: clock) { _ in try CaptchaToken(token) }
    }

    /// A solver that gives these answers, in the order in which it is asked.
    ///
    /// When they are used up it fails with `CaptchaHandlingError.Code.solverFailed`.
    ///
    /// - Parameters:
    ///   - answers: Tokens and failures.
    ///   - delay: How long it takes for each answer.
    ///   - clock: What `delay` is measured on.
    public convenience init(
        _ answers: [Answer], delay: Duration = .zero, on clock: any Clock<Duration> = ContinuousClock()
    ) {
        self.init(answers: answers, closure: nil, delay: delay, clock: clock)
    }

    /// A solver that does what the closure does.
    ///
    /// A `CancellationError` from the closure becomes `CaptchaHandlingError.Code.cancelled`, any other foreign error
    /// `CaptchaHandlingError.Code.solverFailed`.
    ///
    /// - Parameters:
    ///   - delay: How long it takes before it calls the closure.
    ///   - clock: What `delay` is measured on.
    ///   - solve: Turns a challenge into a token.
    public convenience init(
        delay: Duration = .zero, on clock: any Clock<Duration> = ContinuousClock(), _ solve: @escaping Solve
    ) {
        self.init(answers: [], closure: solve, delay: delay, clock: clock)
    }

    /// The challenges that it was asked to solve, in order; also those that it failed at, or is at work on.
    public var asked: [CaptchaChallenge] { state.withLock { $0.asked } }

    /// What it was told after replays, in order.
    public var told: [Report] { state.withLock { $0.told } }

    /// How many solves run now.
    public var activeSolves: Int { state.withLock { $0.active } }

    /// The largest number of solves that ever ran at once. Within one scope it must never be more than 1.
    public var maximumConcurrentSolves: Int { state.withLock { $0.maximumActive } }

    /// Suspends until that many solves were started, counted from the first, or the calling task is cancelled.
    public func waitUntilAsked(_ count: Int = 1) async {
        _ = await state.wait { $0.asked.count >= count }
    }

    /// Answers as scripted.
    ///
    /// - Throws: What the script says; `CaptchaHandlingError.Code.cancelled` if the task is cancelled during the
    ///   delay; `CaptchaHandlingError.Code.solverFailed` if no answer is left.
    public func solve(_ challenge: CaptchaChallenge) async throws(CaptchaHandlingError) -> CaptchaToken {
        let answer = state.withLock { $0.begin(challenge) }
        defer { state.withLock { $0.active -= 1 } }
        do {
            if delay > .zero { try await clock.sleep(for: delay) }
            if let closure { return try await closure(challenge) }
        } catch let error as CaptchaHandlingError {
            throw error
        } catch is CancellationError {
            throw CaptchaHandlingError(.cancelled, challenge: challenge)
        } catch {
            throw CaptchaHandlingError(.solverFailed, challenge: challenge, underlying: error)
        }
        guard let answer else {
            throw CaptchaHandlingError(.solverFailed, reason: "the stub has no answer left", challenge: challenge)
        }
        return try answer.result.get()
    }

    /// Remembers what it is told.
    public func didReplay(_ challenge: CaptchaChallenge, outcome: ReplayOutcome) async {
        state.withLock { $0.told.append(Report(challenge: challenge, outcome: outcome)) }
    }
}
