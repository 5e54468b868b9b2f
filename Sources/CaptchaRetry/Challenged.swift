#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A request that was challenged, whichever way its client reports that.
struct Challenged<Success> {
    var challenge: CaptchaChallenge
    /// When the challenge ends, in the coordinator's time.
    var deadline: Duration?
    /// What the caller gets if the challenge is passed on to it.
    var original: Result<Success, any Error>
    /// Why the request cannot be replayed with a token, if so: a ``CaptchaHandlingError``. Nobody is asked then.
    ///
    /// As an existential it takes the place of one word. Many requests may wait at once, each with several of these.
    var obstacle: (any Error)?
    /// Why these tokens do not fit into the request, if so.
    var misfit: (Answers) -> CaptchaHandlingError? = { _ in nil }
    /// The upstream's answer, for an error to carry.
    var response: () -> PlainResponse? = { nil }

    /// Why the challenge is not for this package to answer, if so.
    var reasonToPassThrough: String? {
        switch challenge.prompt {
        case .unanswerable(let reason): return reason
        // A picture may stand in its own address.
        case .picture(let url) where url.scheme?.lowercased() == "data": return nil
        case .page(let url), .picture(let url), .hostedProcess(let url, _):
            let scheme = url.scheme?.lowercased()
            let isWeb = (scheme == "https" || scheme == "http") && url.host?.isEmpty == false
            return isWeb ? nil : "its URL is not http(s)"
        case .question, .widget: return nil
        }
    }

    /// An error with all that is known of the challenge.
    func completed(_ error: CaptchaHandlingError) -> CaptchaHandlingError {
        var error = error
        error.challenge = error.challenge ?? challenge
        error.lastResponse = error.lastResponse ?? response()
        if error.underlying == nil, case .failure(let original) = original { error.underlying = original }
        return error
    }
}

/// What handing a token in came to.
enum Submitted<Success> {
    case accepted
    case refused(String?)
    /// The response is the result already.
    case result(Success)
}

/// What one send came to.
enum Reply<Success> {
    /// No captcha error; the outcome is what that says of the token in it.
    case passed(Success, ReplayOutcome)
    indirect case challenged(Challenged<Success>)
}
