/// A challenge with the token that answers it: what a client puts into its replay by itself.
public struct CaptchaAnswer: Hashable, Sendable {
    /// The challenge, with the values to echo.
    public var challenge: CaptchaChallenge
    /// The token to send.
    public var token: CaptchaToken
    /// Answers to other schemes that the same operation met before; they go along.
    public var earlier: [CaptchaAnswer] = []

    /// A challenge and its token.
    public init(challenge: CaptchaChallenge, token: CaptchaToken) {
        self.challenge = challenge
        self.token = token
    }
}
