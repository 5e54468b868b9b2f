/// What a backend knows about a token besides the token.
public struct VerificationContext: Hashable, Sendable {
    /// The address of the person who sent the token, as your backend saw it: the connection's peer, or what a proxy of
    /// your own put in front says of it.
    ///
    /// Never an address of your own network, and never one that the client may have made up, such as the first entry of
    /// an `X-Forwarded-For` that you did not write yourself. It is sent to the provider only if you give it: whether it
    /// may be is a question of your privacy notice. SmartCaptcha asks for it.
    public var remoteIP: String?
    /// The person's `User-Agent`; only reCAPTCHA Enterprise takes it.
    public var userAgent: String?
    /// The action that the token must have been made for, such as `"login"`. A token for another one, or for none, is
    /// rejected.
    ///
    /// reCAPTCHA v3, reCAPTCHA Enterprise and Turnstile have actions. With the others leave it out: their answers name
    /// none, so that every token would be rejected.
    public var expectedAction: String?

    /// A context; what is left out is not known.
    public init(remoteIP: String? = nil, userAgent: String? = nil, expectedAction: String? = nil) {
        self.remoteIP = remoteIP
        self.userAgent = userAgent
        self.expectedAction = expectedAction
    }
}

extension VerificationContext: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// A constant text: address and user agent are personal data, and have no place in a log that nobody chose.
    public var description: String { "VerificationContext(hidden)" }

    /// The same as ``description``.
    public var debugDescription: String { description }

    /// A mirror without children.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
