/// A gate that tasks wait at until a test opens it.
///
/// It holds a rule, a solver or a request at a known point, without sleeping:
///
/// ```swift
/// let gate = Gate()
/// let upstream = ScriptedUpstream { _ in
///     await gate.wait()
///     return .json(#"{"ok": true}"#)
/// }
/// async let response = upstream.send(request)
/// await gate.waitForWaiters()   // the rule stands at the gate now
/// gate.open()
/// ```
public final class Gate: Sendable {
    private struct State {
        var isOpen: Bool
        var waiters = 0
    }

    private let state: Monitor<State>

    /// A gate, closed unless said otherwise.
    public init(isOpen: Bool = false) { state = Monitor(State(isOpen: isOpen)) }

    /// Whether it is open.
    public var isOpen: Bool { state.withLock { $0.isOpen } }

    /// How many tasks wait at it.
    public var waiterCount: Int { state.withLock { $0.waiters } }

    /// Opens it for good. All who wait go on, and later ones do not wait at all.
    public func open() {
        state.withLock {
            $0.isOpen = true
            $0.waiters = 0
        }
    }

    /// Suspends until the gate is open or the task is cancelled.
    ///
    /// It does not throw, so that it fits closures with typed errors:
    ///
    /// ```swift
    /// let solver = StubSolver { _ in
    ///     guard await gate.wait() else { throw CaptchaHandlingError(.cancelled) }
    ///     return try CaptchaToken("token")
    /// }
    /// ```
    ///
    /// - Returns: `true` if the gate is open, `false` if the task was cancelled first.
    @discardableResult
    public func wait() async -> Bool {
        let hasToWait = state.withLock {
            if !$0.isOpen { $0.waiters += 1 }
            return !$0.isOpen
        }
        guard hasToWait else { return true }
        if await state.wait(until: \.isOpen) { return true }
        // Opening the gate has set the number to 0 already, for all.
        state.withLock { if !$0.isOpen { $0.waiters -= 1 } }
        return false
    }

    /// Suspends until at least that many tasks wait at the gate at the same time, or the calling task is cancelled.
    public func waitForWaiters(_ count: Int = 1) async {
        _ = await state.wait { $0.waiters >= count }
    }
}
