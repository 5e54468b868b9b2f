#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Carries out what the scopes' ``PromptQueue``s decide: suspends requests, runs solvers, keeps the time.
///
/// All state is behind one lock, which is held for the machine's steps alone: never across a send or a solve, and
/// nothing is resumed, cancelled or called while it is held.
final class Coordinator: Sendable {
    typealias RequestID = PromptQueue.RequestID
    typealias SolveID = PromptQueue.SolveID

    /// How a suspended request goes on; `nil` when its caller was cancelled.
    typealias Parked = CheckedContinuation<PromptQueue.Instruction?, Never>

    struct State: Sendable {
        var scopes: [ScopeKey: PromptQueue] = [:]
        var running = Running()
        var lastRequest = 0
        var lastSolve = 0
        var forgotten = ForgottenGenerations()
        var heldOrigins = HeldOrigins()
        var wakeUp: WakeUp?
        var lastWakeUp = 0
    }

    /// What the machines know by number only.
    struct Running: Sendable {
        var parked: [RequestID: Parked] = [:]
        var solves: [SolveID: Task<Void, Never>] = [:]
    }

    let solver: any CaptchaSolver
    let time: TimeBase
    let sendTimes = SendTime.source
    let bounds: PromptQueue.Bounds
    let onEvent: (@Sendable (CaptchaEvent) -> Void)?
    /// How tasks are started; tests put them on an executor of their own.
    let spawn: @Sendable (@escaping @Sendable () async -> Void) -> Task<Void, Never>
    let state = Lock(State())
    /// 1 if there is anything in ``State/heldOrigins``, for those who look without the lock.
    let holdsTokens = SharedNumber()

    init(
        solver: any CaptchaSolver, policy: CaptchaRetryPolicy, onEvent: (@Sendable (CaptchaEvent) -> Void)?,
        spawn: @escaping @Sendable (@escaping @Sendable () async -> Void) -> Task<Void, Never>
    ) {
        self.solver = solver
        self.time = TimeBase(policy.clock)
        self.bounds = PromptQueue.Bounds(policy)
        self.onEvent = onEvent
        self.spawn = spawn
    }

    deinit {
        state.withLock { $0.wakeUp?.task }?.cancel()
    }

    /// A number for a request that was challenged.
    func number() -> RequestID {
        state.withLock { state in
            state.lastRequest += 1
            return state.lastRequest
        }
    }

    /// Whether a shared token is held for any origin: most of the time none is, and that is quickly seen.
    var holdsAnyToken: Bool { holdsTokens.value > 0 }

    /// Whether a shared token may be held for the origin of a URL. No is for certain, and costs no look at its parts.
    func mayHoldToken(for url: URL) -> Bool {
        let text = url.absoluteString
        return state.withLock { $0.heldOrigins.mayHaveOrigin(ofURL: text) }
    }

    /// The shared token of a scope, to be attached before anything is sent.
    func heldToken(in scope: ScopeKey) -> PromptQueue.HeldToken? {
        let now = time.now()
        return state.withLock { $0.scopes[scope]?.heldToken(at: now) }
    }

    /// Suspends a challenged request until it knows how to go on.
    ///
    /// - Throws: `CancellationError` at once when the caller is cancelled.
    func next(
        _ request: RequestID, in scope: ScopeKey, tokenScope: TokenScope, as waiter: PromptQueue.Waiter
    ) async throws -> PromptQueue.Instruction {
        let instruction = await withTaskCancellationHandler {
            await withCheckedContinuation { (continuation: Parked) in
                step(scope, tokenScope) { running, queue, effects, moment in
                    running.parked[request] = continuation
                    queue.arrive(request, as: waiter, effects: &effects, at: moment)
                }
                // The handler may have run before the request was parked.
                if Task.isCancelled { leave(request, in: scope) }
            }
        } onCancel: {
            leave(request, in: scope)
        }
        guard let instruction else { throw CancellationError() }
        return instruction
    }

    /// Reports a replay. Returns what the solver is to be told.
    func settle(
        _ request: RequestID, in scope: ScopeKey, replayedWith solve: SolveID?, as outcome: PromptQueue.Outcome
    ) -> PromptQueue.Verdict? {
        step(scope) { _, queue, effects, moment in
            queue.settle(request, replayedWith: solve, as: outcome, effects: &effects, at: moment)
        } ?? nil
    }

    /// Reports that a token was attached in advance and the request was challenged all the same.
    func refuse(
        _ solve: SolveID, in scope: ScopeKey, attachedTo request: RequestID
    ) -> PromptQueue.Verdict? {
        step(scope) { _, queue, _, moment in queue.refuse(solve, attachedTo: request, at: moment) } ?? nil
    }

    /// Forgets a request, wherever it stands.
    func leave(_ request: RequestID, in scope: ScopeKey) {
        let parked = step(scope) { running, queue, effects, moment in
            queue.leave(request, effects: &effects, at: moment)
            return running.parked.removeValue(forKey: request)
        }
        parked??.resume(returning: nil)
    }

    /// Tells the solver what became of its token. Returns when it has heard, or when the caller is cancelled.
    ///
    /// - Parameter isFinal: Whether the request ends with that.
    func tell(_ verdict: PromptQueue.Verdict, isFinal: Bool = false) async {
        let heard = FirstValue<Void>()
        _ = spawn { [self] in
            await asSolver(verdict.solve) { await tellSolver(verdict, isFinal) }
            heard.set(())
        }
        await withTaskCancellationHandler {
            await heard.value
        } onCancel: {
            heard.set(())
        }
    }

    private func tellSolver(_ verdict: PromptQueue.Verdict, _ isFinal: Bool) async {
        await Refusal.$isFinal.withValue(isFinal) {
            await solver.didReplay(verdict.challenge, outcome: verdict.outcome)
        }
    }

    /// Whether the running code was called by this coordinator's solver. Its requests do not wait for themselves.
    var isInsideSolver: Bool { Self.solving.contains(ObjectIdentifier(self)) }

    /// Calls the solver, so that it can be told by its requests, and the solve by the call.
    func asSolver<Result>(_ solve: SolveID, _ body: () async -> Result) async -> Result {
        let key = SolveKey(coordinator: ObjectIdentifier(self), solve: solve)
        return await SolveKey.$current.withValue(key) {
            await Self.$solving.withValue(Self.solving.union([ObjectIdentifier(self)]), operation: body)
        }
    }

    @TaskLocal private static var solving: Set<ObjectIdentifier> = []
}
