import Foundation

/// What a token has to meet besides the provider's own word.
///
/// A check that was asked for and cannot be made, because the answer lacks what it needs, is not met: the token is
/// rejected, whatever the ``UnablePolicy``. A client could otherwise choose what the answer lacks.
///
/// | provider | host | time | score |
/// |---|---|---|---|
/// | SmartCaptcha | yes | – | – |
/// | reCAPTCHA | yes, but from an Android app | yes | v3 |
/// | reCAPTCHA Enterprise | yes, but from an app | yes | yes |
/// | hCaptcha | yes | yes | enterprise customers |
/// | Turnstile | yes | yes | – |
/// | Friendly Captcha | yes | yes | – |
///
/// The expected action is not among these, since it differs from call to call:
/// ``VerificationContext/expectedAction``.
public struct VerificationChecks: Hashable, Sendable {
    /// The hosts on whose pages the captcha may have been passed; `nil` means any.
    ///
    /// Compared without regard to case and port. An international name has to be given as the provider does, which
    /// usually is `xn--…`. SmartCaptcha names no host when it only lets a token through
    /// (``Verdict/Details/isUnverified``): with this check such a token is rejected.
    public var hosts: Set<String>?
    /// How long ago the captcha may have been passed; `nil` means any time.
    ///
    /// By the provider's clock and ``VerificationSettings/now``, so leave room for their difference. A time that is still
    /// to come counts as now.
    public var maximumAge: Duration?
    /// The lowest score that passes, from 0 to 1; `nil` means any, and with reCAPTCHA v3 and Enterprise the one that
    /// their verifier was made with.
    public var minimumScore: Double?

    /// Checks; those that are left out are not made.
    public init(hosts: Set<String>? = nil, maximumAge: Duration? = nil, minimumScore: Double? = nil) {
        self.hosts = hosts
        self.maximumAge = maximumAge
        self.minimumScore = minimumScore
    }

    /// The first check that is not met, or `nil` if all are.
    func failure(of details: Verdict.Details, action: String?, at now: Date) -> Verdict.Rejection.Reason? {
        if let action, details.action != action { return .unexpectedAction }
        if let hosts {
            guard let host = details.host, !host.isEmpty else { return .unexpectedHost }
            guard hosts.contains(where: { HostName($0) == HostName(host) }) else { return .unexpectedHost }
        }
        if let maximumAge {
            // A time that is ahead of ours is a clock that goes wrong somewhere, and no old token.
            guard let time = details.time, now.timeIntervalSince(time) <= maximumAge / .seconds(1) else {
                return .tooOld
            }
        }
        if let minimumScore {
            // Written so that a number that is none passes nothing.
            guard let score = details.score, score >= minimumScore else { return .belowMinimumScore }
        }
        return nil
    }
}
