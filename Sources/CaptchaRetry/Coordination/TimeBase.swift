/// The policy's clock, seen as the time since it was first looked at.
///
/// The coordination keeps deadlines as plain durations that way, whatever type of instant the clock has.
package struct TimeBase: Sendable {
    package let now: @Sendable () -> Duration
    package let sleep: @Sendable (_ until: Duration) async throws -> Void

    package init(_ clock: any Clock<Duration>) {
        self = Self.make(clock)
    }

    private init(
        now: @escaping @Sendable () -> Duration, sleep: @escaping @Sendable (_ until: Duration) async throws -> Void
    ) {
        self.now = now
        self.sleep = sleep
    }

    private static func make<Time: Clock<Duration>>(_ clock: Time) -> TimeBase {
        let start = clock.now
        return TimeBase(
            now: { start.duration(to: clock.now) },
            sleep: { try await clock.sleep(until: start.advanced(by: $0), tolerance: nil) })
    }
}
