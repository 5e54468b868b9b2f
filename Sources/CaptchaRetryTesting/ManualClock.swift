/// A clock that stands still until a test moves it.
///
/// ```swift
/// let clock = ManualClock()
/// var policy = CaptchaRetryPolicy()
/// policy.clock = clock
/// policy.solveTimeout = .seconds(60)
/// // … start a request whose solver does not answer …
/// await clock.waitForSleepers()
/// clock.advance(by: .seconds(60))
/// // … the request fails with `timedOut`, and no second has passed.
/// ```
public final class ManualClock: Clock {
    /// A point in time on a ``ManualClock``.
    public struct Instant: InstantProtocol {
        /// The time since the clock's zero.
        public var offset: Duration

        /// The point that is this far from the clock's zero.
        public init(offset: Duration = .zero) { self.offset = offset }

        /// The point that is this much later.
        public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }

        /// The time from this point to another.
        public func duration(to other: Instant) -> Duration { other.offset - offset }

        /// Whether one point is before another.
        public static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
    }

    private struct Sleeper {
        var id: Int
        var deadline: Instant
        var continuation: CheckedContinuation<Void, any Error>
    }

    private struct State {
        var now: Instant
        var lastID = 0
        /// By deadline; those with the same one in the order in which they came.
        var sleepers: [Sleeper] = []
    }

    private let state: Monitor<State>

    /// A clock that shows a time of day of your choice.
    public init(now: Instant = Instant()) { state = Monitor(State(now: now)) }

    /// The time that it shows.
    public var now: Instant { state.withLock { $0.now } }

    /// Zero: it can be moved by any time.
    public var minimumResolution: Duration { .zero }

    /// How many tasks sleep on it.
    public var sleeperCount: Int { state.withLock { $0.sleepers.count } }

    /// Moves it on, and wakes all whose time has come; a negative duration does nothing.
    public func advance(by duration: Duration) {
        move { max($0, $0.advanced(by: duration)) }
    }

    /// Moves it on, and wakes all whose time has come; it never goes back.
    public func advance(to instant: Instant) {
        move { max($0, instant) }
    }

    /// Suspends until at least that many tasks sleep on the clock, or the calling task is cancelled.
    ///
    /// Call it before ``advance(by:)``: a task that has not fallen asleep yet would count from the later time.
    public func waitForSleepers(_ count: Int = 1) async {
        _ = await state.wait { $0.sleepers.count >= count }
    }

    /// Suspends until the clock is moved to the deadline or beyond.
    ///
    /// Tasks are woken in the order of their deadlines. Whether they also run in that order is up to their executors.
    ///
    /// - Throws: `CancellationError`, at once, if the task is or gets cancelled.
    public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
        let id = state.withLock {
            $0.lastID += 1
            return $0.lastID
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                fallAsleep(Sleeper(id: id, deadline: deadline, continuation: continuation))
            }
        } onCancel: {
            let cancelled = state.withLock { state in
                state.sleepers.firstIndex { $0.id == id }.map { state.sleepers.remove(at: $0) }
            }
            cancelled?.continuation.resume(throwing: CancellationError())
        }
    }

    private func fallAsleep(_ sleeper: Sleeper) {
        let outcome: Result<Void, any Error>? = state.withLock { state in
            // The flag of a task is up before its handler runs: one that is cancelled before it is in the list is seen
            // here, a later one is found there.
            if Task.isCancelled { return .failure(CancellationError()) }
            if sleeper.deadline <= state.now { return .success(()) }
            let place = state.sleepers.firstIndex { sleeper.deadline < $0.deadline } ?? state.sleepers.endIndex
            state.sleepers.insert(sleeper, at: place)
            return nil
        }
        if let outcome { sleeper.continuation.resume(with: outcome) }
    }

    private func move(_ next: (Instant) -> Instant) {
        let due = state.withLock { state in
            state.now = next(state.now)
            let due = state.sleepers.prefix { $0.deadline <= state.now }
            state.sleepers.removeFirst(due.count)
            return due
        }
        for sleeper in due { sleeper.continuation.resume() }
    }
}
