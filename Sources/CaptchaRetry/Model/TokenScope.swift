/// How often a token of a scheme may be used.
public enum TokenScope: Hashable, Sendable {
    /// For one request, once. Two requests that are challenged at the same time are two prompts, unless the upstream
    /// lifts its check after the first.
    case singleUse
    /// For every request of the same scope, until it expires or is refused.
    ///
    /// - lifetime: how long it is good for, counted from the moment it was made; `nil` where only a refusal tells.
    case shared(lifetime: Duration?)
}
