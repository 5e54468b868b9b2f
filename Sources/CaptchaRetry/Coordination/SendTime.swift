/// When a request was sent, to tell whether that was before or after a solve was accepted.
///
/// This orders real events, so it is always real time, also where the policy runs on a manual clock. A counter would
/// do as well, but reading one takes a lock, and the untouched request takes none.
@usableFromInline
struct SendTime: Comparable, Sendable {
    private let instant: ContinuousClock.Instant

    init(_ instant: ContinuousClock.Instant) { self.instant = instant }

    @usableFromInline
    static var now: SendTime { SendTime(ContinuousClock.now) }

    @usableFromInline
    static func < (left: SendTime, right: SendTime) -> Bool { left.instant < right.instant }
}
