import CaptchaRetry

/// What a presenter said of its end.
@MainActor
final class Ends {
    private(set) var all: [Outcome] = []

    func note(_ error: CaptchaHandlingError) { all.append(.failed(error.code, error.reason)) }
}
