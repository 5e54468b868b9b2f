/// Until when a solver's answer is waited for.
///
/// When that time is over, whoever asked does not look at the answer any more, not even at one that is there already.
/// A solver that has its token and does something else before it returns has to do without that in time.
package struct SolveDeadline: Sendable {
    /// That of the solve that the running code is called for; `nil` where nobody has set one.
    @TaskLocal package static var current: SolveDeadline?

    private let left: @Sendable () -> Duration

    /// The end of a time that begins now.
    ///
    /// - Parameter other: A deadline that stays: the earlier of both is the one.
    package init(in limit: Duration, on time: TimeBase, or other: SolveDeadline? = nil) {
        let end = time.now() + limit
        left = { min(end - time.now(), other?.timeLeft ?? limit) }
    }

    /// How much time there is still. Less than none when it is over.
    package var timeLeft: Duration { left() }
}
