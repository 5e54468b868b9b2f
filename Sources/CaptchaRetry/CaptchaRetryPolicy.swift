/// The bounds within which captchas are answered.
public struct CaptchaRetryPolicy: Sendable {
    /// How often one request is replayed with a token before it fails with
    /// ``CaptchaHandlingError/Code/stillChallenged``. With 0 nobody is ever asked.
    public var maximumReplays = 3

    /// How many prompts a scope may show within ``promptWindow``. A request that would need one more fails with
    /// ``CaptchaHandlingError/Code/stillChallenged``.
    public var promptLimit = 30

    /// The length of the sliding window that ``promptLimit`` counts in.
    public var promptWindow: Duration = .seconds(60)

    /// How long a solver may take. Network timeouts have no part in it: they count for each send alone.
    public var solveTimeout: Duration = .seconds(300)

    /// How long after a dismissed or timed-out prompt the requests of its scope fail with the same error instead of
    /// prompting again.
    public var dismissalCooldown: Duration = .zero

    /// The largest body that is looked into, in bytes. A larger one is an ordinary result.
    public var maximumInspectedBody = 1 << 20

    /// The clock that all of these run on. Tests pass a manual one.
    public var clock: any Clock<Duration> = ContinuousClock()

    /// The defaults, as they stand at each property.
    public init() {}
}
