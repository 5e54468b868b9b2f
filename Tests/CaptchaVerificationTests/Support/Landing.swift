import CaptchaVerification

/// Where an answer lands, without what else is known.
enum Landing: Hashable {
    case accepted
    case rejected(Verdict.Rejection.Reason)
    case unable(Verdict.Inability.Cause)
}

extension Verdict {
    var landing: Landing {
        switch outcome {
        case .accepted: .accepted
        case .rejected(let rejection): .rejected(rejection.reason)
        case .unable(let inability): .unable(inability.cause)
        }
    }
}
