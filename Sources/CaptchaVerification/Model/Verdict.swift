/// What came of a verification.
///
/// Act on ``isAccepted``, and log the verdict: it says which of the three outcomes there was, why, and whether a policy
/// decided. It holds no token, no secret and no address of a person.
///
/// ```swift
/// switch verdict.outcome {
/// case .accepted(let details): …          // details.score, details.host
/// case .rejected(let rejection): …        // a new captcha may help
/// case .unable(let inability): …          // nothing that the person could do about it
/// }
/// ```
public struct Verdict: Hashable, Sendable {
    /// What happened.
    public enum Outcome: Hashable, Sendable {
        /// The provider takes the token for good, and every check was met.
        case accepted(Details)
        /// The token is no good, for this request at least.
        case rejected(Rejection)
        /// Nobody can say: we asked wrongly, or there was no usable answer.
        case unable(Inability)
    }

    /// What happened.
    public let outcome: Outcome
    /// Whether the request may go on: what was accepted, and what a policy lets through although nobody can say.
    public let isAccepted: Bool
    /// The name of the policy that decided; `nil` where there was nothing to decide, because the provider did.
    public let policy: String?

    /// The verdict that follows from an outcome.
    ///
    /// - Parameters:
    ///   - outcome: What happened.
    ///   - policy: Decides what ``Outcome/unable(_:)`` means, and nothing else.
    public init(_ outcome: Outcome, policy: UnablePolicy = .failClosed) {
        self.outcome = outcome
        switch outcome {
        case .accepted:
            isAccepted = true
            self.policy = nil
        case .rejected:
            isAccepted = false
            self.policy = nil
        case .unable(let inability):
            isAccepted = policy.accepts(inability)
            self.policy = policy.description
        }
    }

    /// What the provider said about an accepted token; `nil` for any other outcome.
    public var details: Details? {
        guard case .accepted(let details) = outcome else { return nil }
        return details
    }

    /// Why the token was rejected; `nil` for any other outcome.
    public var rejection: Rejection? {
        guard case .rejected(let rejection) = outcome else { return nil }
        return rejection
    }

    /// Why nobody can say; `nil` for any other outcome.
    public var inability: Inability? {
        guard case .unable(let inability) = outcome else { return nil }
        return inability
    }
}

extension Verdict: CustomStringConvertible {
    /// A line for a log.
    public var description: String {
        switch outcome {
        case .accepted(let details): return "accepted\(details)"
        case .rejected(let rejection): return "rejected: \(rejection)"
        case .unable(let inability):
            return "unable: \(inability); \(isAccepted ? "let through" : "refused") by policy \"\(policy ?? "")\""
        }
    }
}
