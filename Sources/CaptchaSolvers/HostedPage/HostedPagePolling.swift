/// How often a backend is asked what became of a process, and for how long.
///
/// Backends often learn of a result a little later than the person is back. So the backend is asked at once, again after
/// ``firstPause``, and then after pauses of twice the length each time, up to ``longestPause``.
public struct HostedPagePolling: Sendable {
    /// The first pause, and the shortest there is; less than a tenth of a second counts as that.
    public var firstPause: Duration = .seconds(1)

    /// The longest pause, at most an hour.
    public var longestPause: Duration = .seconds(10)

    /// How long after the person's return the backend may still say ``HostedPageResult/pending``. It is asked once more
    /// when that time is over, and the solver fails with `CaptchaHandlingError.Code.timedOut` then.
    public var limit: Duration = .seconds(120)

    /// The pause between two questions while the person is still at the page, or `nil` to ask nothing then.
    ///
    /// It finds the result also where the person never comes back: because they finished on another device, or the page
    /// knows no way back. The page is closed then, where that is possible, three seconds later: often it was about to
    /// send the person back. It is closed at once where the solver's time would be over by then
    /// (``CaptchaRetryPolicy/solveTimeout``, or a time-out of its own).
    public var whileOpen: Duration? = .seconds(10)

    /// What all of these are measured on.
    public var clock: any Clock<Duration> = ContinuousClock()

    /// The defaults, as they stand at each property.
    public init() {}
}

extension HostedPagePolling {
    private static var shortest: Duration { .milliseconds(100) }

    /// How long a page whose result is there may take to send the person back.
    static var parting: Duration { .seconds(3) }

    /// The pauses after the person's return, one after the other.
    var pauses: some Sequence<Duration> {
        // Bounded, since they come from outside and are added up.
        let longest = min(max(longestPause, Self.shortest), .seconds(3600))
        return sequence(first: min(max(firstPause, Self.shortest), longest)) { min($0 * 2, longest) }
    }

    /// The pause while the page is open.
    var openPause: Duration? { whileOpen.map { min(max($0, Self.shortest), .seconds(3600)) } }
}
