/// A verifier that accepts no token twice.
///
/// A token is claimed before the provider is asked. So of several calls with one token at the same time exactly one asks;
/// the others are rejected at once with ``Verdict/Rejection/Reason/usedHere``. The claim is kept when the verdict
/// accepts, by the provider's word or by a policy's, and given up in any other case: a token whose verification was not
/// possible, or was cancelled, can be tried again.
public struct OneTimeVerifier: CaptchaVerifier {
    /// Who is asked about a token that is new.
    public var base: any CaptchaVerifier
    /// Which tokens are not.
    public var usedTokens: UsedTokens

    /// A verifier around another one.
    public init(_ base: any CaptchaVerifier, usedTokens: UsedTokens) {
        self.base = base
        self.usedTokens = usedTokens
    }

    /// Asks about a token, unless it was accepted before.
    ///
    /// - Throws: `CancellationError` if the task is cancelled, and nothing else.
    public func verify(_ token: String, _ context: VerificationContext) async throws(CancellationError) -> Verdict {
        guard let claim = await usedTokens.claim(token) else { return Verdict(.rejected(.init(.usedHere))) }
        do {
            let verdict = try await base.verify(token, context)
            await usedTokens.settle(claim, isAccepted: verdict.isAccepted)
            return verdict
        } catch {
            await usedTokens.settle(claim, isAccepted: false)
            throw error
        }
    }
}

extension CaptchaVerifier {
    /// The same verifier, but one that accepts no token twice.
    ///
    /// - Parameter usedTokens: The memory. Verifiers that are given the same one accept a token once among them.
    public func acceptingEachTokenOnce(_ usedTokens: UsedTokens = UsedTokens()) -> OneTimeVerifier {
        OneTimeVerifier(self, usedTokens: usedTokens)
    }
}
