#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Finds the captcha error in a response, if there is one.
struct Detector: Sendable {
    /// The schemes, each of them single.
    let schemes: [any CaptchaScheme]
    private let maximumBody: Int

    init(_ schemes: [any CaptchaScheme], maximumBody: Int) {
        self.schemes = schemes.flatMap(\.parts)
        self.maximumBody = maximumBody
    }

    /// The challenge of the first scheme that recognises one.
    func challenge(
        in response: some InspectableResponse, to request: some ReplayableRequest
    ) -> CaptchaChallenge? {
        let inspected = InspectedResponse(response, maximumBody: maximumBody)
        let status = response.status
        for scheme in schemes where scheme.signal.allows(status: status) {
            guard var challenge = scheme.challenge(in: inspected, to: request) else { continue }
            challenge.scheme = scheme.id
            challenge.origin = request.url.flatMap(Origin.init)
            return challenge
        }
        return nil
    }

    /// How often a token for this challenge may be used; once, where its scheme is not known.
    func tokenScope(of challenge: CaptchaChallenge) -> TokenScope {
        scheme(of: challenge)?.tokenScope ?? .singleUse
    }

    /// Whether it makes sense to send a challenged request again without a token.
    func solveLiftsCheck(of challenge: CaptchaChallenge) -> Bool {
        scheme(of: challenge)?.solveLiftsCheck ?? true
    }

    /// What puts a token into the request.
    func edits(for answer: CaptchaAnswer) -> [RequestEdit] {
        scheme(of: answer.challenge)?.edits(for: answer.token, answering: answer.challenge) ?? []
    }

    /// The request that hands the token in, if the scheme wants one.
    func submission(of answer: CaptchaAnswer, to request: some ReplayableRequest) -> CaptchaSubmission? {
        scheme(of: answer.challenge)?.submission(of: answer.token, answering: answer.challenge, to: request)
    }

    /// What the scheme makes of the response to it.
    func verdict(
        on response: some InspectableResponse, submittedFor challenge: CaptchaChallenge
    ) -> CaptchaSubmission.Verdict {
        let inspected = InspectedResponse(response, maximumBody: maximumBody)
        return scheme(of: challenge)?.verdict(on: inspected, submittedFor: challenge) ?? .failed
    }

    private func scheme(of challenge: CaptchaChallenge) -> (any CaptchaScheme)? {
        schemes.first { $0.id == challenge.scheme }
    }
}
