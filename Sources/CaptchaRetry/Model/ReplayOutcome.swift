/// What became of a token.
public enum ReplayOutcome: Hashable, Sendable {
    /// The upstream let the request past the captcha.
    case accepted
    /// The upstream challenged the request again.
    case refused
    /// Nobody knows: the replay failed, was cancelled, or came back with a status that may come from something in
    /// front of the captcha check (401, 403, 429 or 5xx).
    case undetermined
}

extension ReplayOutcome {
    /// What the status of a response that is no captcha error says of the token.
    init(status: Int) {
        switch status {
        case 401, 403, 429, 500...: self = .undetermined
        default: self = .accepted
        }
    }
}
