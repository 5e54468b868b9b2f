public import CaptchaRetry

/// What a backend says of a process.
public enum HostedPageResult: Hashable, Sendable {
    /// The person is not done, or the backend does not know yet. It will be asked again.
    case pending
    /// Done; the request is replayed with this token.
    case token(CaptchaToken)
    /// Done; the request is replayed with this identifier where a token would go, such as that of the process.
    case reference(String)
    /// Done, and the upstream knows: the request is replayed as it was.
    case done
    /// The person gave the process up.
    case dismissed
    /// The process ended, and not well.
    ///
    /// - reason: why, for a log, without secrets.
    case refused(reason: String?)
}

extension HostedPageResult: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The kind of result, without token or identifier.
    public var description: String {
        switch self {
        case .pending: "pending"
        case .token: "token"
        case .reference: "reference"
        case .done: "done"
        case .dismissed: "dismissed"
        case .refused: "refused"
        }
    }

    /// The same as ``description``.
    public var debugDescription: String { description }

    /// A mirror without children.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension HostedPageResult {
    /// What a solver yields then, or `nil` if it has to ask again.
    func token() throws(CaptchaHandlingError) -> CaptchaToken? {
        switch self {
        case .pending: nil
        case .token(let token): token
        case .reference(let identifier): try CaptchaToken(identifier)
        case .done: .outOfBand
        case .dismissed: throw CaptchaHandlingError(.dismissed)
        case .refused(let reason):
            throw CaptchaHandlingError(.solverFailed, reason: reason ?? "the process was refused")
        }
    }
}
