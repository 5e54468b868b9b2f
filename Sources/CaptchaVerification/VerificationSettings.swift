public import Foundation

/// What all verifiers have in common: how they send, how long they wait, what they check, and what they make of an
/// answer that did not come.
///
/// ```swift
/// var verifier = TurnstileVerifier(secret: SecretKey(key))
/// verifier.settings.checks.hosts = ["shop.example"]
/// verifier.settings.unablePolicy = .failOpenWhenTransient
/// ```
public struct VerificationSettings: Sendable {
    /// Who carries requests to the provider.
    public var transport: VerificationTransport
    /// What an accepted token has to meet besides.
    public var checks: VerificationChecks
    /// Whether a request passes when the provider gave no usable answer. By default it does not.
    public var unablePolicy: UnablePolicy
    /// The longest wait for one answer, by default 5 seconds. Where a verifier asks twice (Turnstile), each has its own.
    public var timeLimit: Duration
    /// What `timeLimit` is measured on.
    public var clock: any Clock<Duration>
    /// The date now.
    ///
    /// Apart from the clock, because providers say in dates when a captcha was passed, and a `Clock` only knows how
    /// far its own instants are apart.
    public var now: @Sendable () -> Date

    /// Settings; those that are left out are the defaults.
    public init(
        transport: VerificationTransport = .urlSession(), checks: VerificationChecks = VerificationChecks(),
        unablePolicy: UnablePolicy = .failClosed, timeLimit: Duration = .seconds(5),
        clock: any Clock<Duration> = ContinuousClock(), now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.transport = transport
        self.checks = checks
        self.unablePolicy = unablePolicy
        self.timeLimit = timeLimit
        self.clock = clock
        self.now = now
    }
}
