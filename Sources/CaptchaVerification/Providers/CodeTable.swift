/// What the codes of a provider mean.
struct CodeTable {
    /// Codes that say something of the token.
    var rejected: [ProviderCode: Verdict.Rejection.Reason]
    /// Codes that say something of us or the provider.
    var unable: [ProviderCode: Verdict.Inability.Cause]

    /// Whether a code has a meaning.
    func knows(_ code: ProviderCode) -> Bool { rejected[code] != nil || unable[code] != nil }

    /// What follows from a refusal with these codes.
    ///
    /// A code about the token decides, whatever stands beside it: a rejection stays one under every policy. A refusal
    /// without a code that is known is a rejection as well, for the same reason.
    func outcome(of codes: [ProviderCode], status: Int) -> Verdict.Outcome {
        if let reason = codes.lazy.compactMap({ rejected[$0] }).first { return .rejected(.init(reason, codes: codes)) }
        let causes = codes.compactMap { unable[$0] }
        guard let cause = causes.first(where: { $0 == .misconfigured }) ?? causes.first else {
            return .rejected(.init(.unspecified, codes: codes))
        }
        return .unable(.init(cause, status: status, codes: codes))
    }
}
