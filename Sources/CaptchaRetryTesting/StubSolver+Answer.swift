public import CaptchaRetry

extension StubSolver {
    /// One answer of a ``StubSolver``.
    public struct Answer: Sendable {
        let result: Result<CaptchaToken, CaptchaHandlingError>

        /// A token with this text, and further named values.
        ///
        /// One that `CaptchaToken` refuses becomes a failure with `CaptchaHandlingError.Code.unusableToken`.
        public static func token(_ value: String, extras: [String: String] = [:]) -> Answer {
            Answer(result: Result { () throws(CaptchaHandlingError) in try CaptchaToken(value, extras: extras) })
        }

        /// The upstream knows already: `CaptchaToken.outOfBand`.
        public static let outOfBand = Answer(result: .success(.outOfBand))

        /// No token, but this error.
        public static func failure(_ error: CaptchaHandlingError) -> Answer {
            Answer(result: .failure(error))
        }
    }
}
