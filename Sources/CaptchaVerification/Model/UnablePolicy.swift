/// What to make of a verification that nobody could carry out.
///
/// The default is ``failClosed``. Whatever you choose, the ``Verdict`` says that it was this policy and not the provider
/// who let the request through.
public struct UnablePolicy: Sendable, CustomStringConvertible {
    /// The policy's name, as it stands in a verdict.
    public let description: String
    private let decide: @Sendable (Verdict.Inability) -> Bool

    /// A policy of your own.
    ///
    /// - Parameters:
    ///   - name: Its name, for the verdict.
    ///   - accepts: Whether a request goes on.
    public init(_ name: String, accepts: @escaping @Sendable (Verdict.Inability) -> Bool) {
        description = name
        decide = accepts
    }

    /// Whether a request goes on.
    public func accepts(_ inability: Verdict.Inability) -> Bool { decide(inability) }

    /// Nobody passes unverified: when the provider is down, so is what the captcha protects.
    public static let failClosed = UnablePolicy("fail closed") { _ in false }

    /// Everybody passes when the provider has passing trouble, and nobody while your own configuration is wrong.
    ///
    /// A host name that nobody has, a proxy in between and a certificate that your machine does not trust (a container
    /// without root certificates) look like passing trouble, and do not pass. Have yourself alerted when a verdict's
    /// ``Verdict/policy`` let requests through for long.
    public static let failOpenWhenTransient = UnablePolicy("fail open when transient") { $0.cause == .transient }

    /// Everybody passes when there is no answer, whatever the cause: a wrong secret switches the captcha off.
    ///
    /// Prefer ``failOpenWhenTransient``. Providers report some tokens that a client can make up, such as one for another
    /// site key, as if your configuration were wrong.
    public static let failOpen = UnablePolicy("fail open") { _ in true }
}
