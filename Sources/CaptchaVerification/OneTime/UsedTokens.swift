/// Remembers which tokens this process has accepted, so that none is accepted twice.
///
/// Providers accept a token once by themselves, but not always: not while they are lenient (SmartCaptcha in its
/// restricted mode answers `ok` to everything), and not where an ``UnablePolicy`` lets requests through unverified.
///
/// ```swift
/// let verifier = SmartCaptchaVerifier(secret: secret).acceptingEachTokenOnce()
/// ```
///
/// Only fingerprints are kept, and a bounded number of them. When there is no more room the oldest are forgotten, at
/// most half of them at once, and nothing is refused: who could fill the memory with accepted tokens gets one use of an
/// old token for thousands of new ones, while a guard that refused everybody when full would be an easy target.
///
/// It knows of one process. Where several serve the same API, keep fingerprints in what they share, and write a
/// ``CaptchaVerifier`` around it as ``OneTimeVerifier`` does.
public actor UsedTokens {
    private let capacity: Int
    private let lifetime: Duration
    private let elapsed: @Sendable () -> Duration
    private let maker = TokenDigest.Maker()

    private var beingVerified: Set<TokenDigest> = []
    // Two generations instead of a date for each: when one is old or full it becomes the old one, and what was that is
    // forgotten. So a token is remembered for one to two lifetimes.
    private var young: Set<TokenDigest> = []
    private var old: Set<TokenDigest> = []
    private var youngSince = Duration.zero

    /// A memory without tokens.
    ///
    /// - Parameters:
    ///   - capacity: How many tokens it remembers at most; at least 2. A token takes about 50 bytes.
    ///   - lifetime: How long it remembers one at least, unless the room runs out. It should be longer than the
    ///     provider's tokens live; the default, 10 minutes, is twice as long as those of SmartCaptcha and Turnstile.
    ///   - clock: What `lifetime` is measured on.
    public init(
        capacity: Int = 100_000, lifetime: Duration = .seconds(600), clock: any Clock<Duration> = ContinuousClock()
    ) {
        self.capacity = max(2, capacity)
        self.lifetime = lifetime
        elapsed = Self.stopwatch(clock)
    }

    /// How many tokens it remembers.
    public var count: Int { young.count + old.count }

    /// Sets a token aside for one verification.
    ///
    /// - Returns: What to give back when the verdict is there, or `nil` if the token was accepted before or is being
    ///   verified just now.
    func claim(_ token: String) -> TokenDigest? {
        age()
        let digest = maker.digest(of: token)
        guard !young.contains(digest), !old.contains(digest) else { return nil }
        return beingVerified.insert(digest).inserted ? digest : nil
    }

    /// Ends a claim, and remembers the token if it was accepted.
    func settle(_ digest: TokenDigest, isAccepted: Bool) {
        beingVerified.remove(digest)
        guard isAccepted else { return }
        age()
        if young.count >= capacity / 2 { startGeneration() }
        young.insert(digest)
    }

    private func age() {
        let age = elapsed() - youngSince
        guard age >= lifetime else { return }
        startGeneration()
        if age >= lifetime * 2 { old = [] }
    }

    private func startGeneration() {
        old = young
        young = []
        youngSince = elapsed()
    }

    private static func stopwatch<Time: Clock<Duration>>(_ clock: Time) -> @Sendable () -> Duration {
        let start = clock.now
        return { start.duration(to: clock.now) }
    }
}

extension UsedTokens: CustomReflectable {
    /// A mirror without children.
    nonisolated public var customMirror: Mirror { Mirror(self, children: []) }
}
