/// When a request was sent, to tell whether that was before or after a solve was accepted.
///
/// This orders real events, so it has nothing to do with the policy's clock. It counts the steps of the coordination:
/// every request looks at it, and looking at a number that seldom changes costs less than looking at a clock. On Apple
/// systems, where reading such a number may take a lock, it is real time.
@usableFromInline
struct SendTime: Comparable, Sendable {
    /// Of 64 bits on every system: on most watches an `Int` has 32, which two seconds in nanoseconds do not fit into.
    private let order: Int64

    init(order: Int64) { self.order = order }

    /// What the times are read from. Whoever reads them often keeps it: a static property is set up when it is first
    /// read, and looking whether that has happened takes longer than reading the number.
    struct Source: Sendable {
        #if canImport(Darwin)
            private let start = ContinuousClock.now

            /// The present.
            var now: SendTime { SendTime(order: Int64(start.duration(to: .now) / .nanoseconds(1))) }

            /// The present, which is over with that: what is sent from here on is sent later.
            func passing() -> SendTime { now }
        #else
            private let steps = SharedNumber()

            /// The present.
            var now: SendTime { SendTime(order: Int64(steps.value)) }

            /// The present, which is over with that: what is sent from here on is sent later.
            func passing() -> SendTime { SendTime(order: Int64(steps.increment())) }
        #endif
    }

    /// The one source, so that all times can be compared.
    static let source = Source()

    @usableFromInline
    static func < (left: SendTime, right: SendTime) -> Bool { left.order < right.order }
}
