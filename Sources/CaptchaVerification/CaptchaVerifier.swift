/// Asks a captcha's provider whether a token is good.
///
/// It is for the backend that challenged, before it does what was asked of it:
///
/// ```swift
/// let verifier = SmartCaptchaVerifier(secret: SecretKey(key))
///
/// let verdict = try await verifier.verify(token, VerificationContext(remoteIP: request.peerAddress))
/// guard verdict.isAccepted else { return .captchaRequired }
/// ```
///
/// Never build it into an app: whoever has the app has the secret then.
///
/// Which one do you need? The one named after your provider. For a provider that is not here conform to
/// ``HTTPCaptchaVerifier``: you say how to ask and how to read the answer. For one that is not asked over HTTP, or a
/// stub in a test, conform to this protocol.
public protocol CaptchaVerifier: Sendable {
    /// Asks about a token, once.
    ///
    /// A provider forgets a token when it was asked about it, so ask once for each request that a person made.
    ///
    /// - Parameters:
    ///   - token: What the person's client sent, just as it came.
    ///   - context: What you know about the person and the occasion.
    /// - Returns: What came of it. Everything that can go wrong is a verdict too.
    /// - Throws: `CancellationError` if the task is cancelled, and nothing else.
    func verify(_ token: String, _ context: VerificationContext) async throws(CancellationError) -> Verdict
}

extension CaptchaVerifier {
    /// Asks about a token of which nothing else is known.
    ///
    /// - Throws: `CancellationError` if the task is cancelled, and nothing else.
    public func verify(_ token: String) async throws(CancellationError) -> Verdict {
        try await verify(token, VerificationContext())
    }
}
