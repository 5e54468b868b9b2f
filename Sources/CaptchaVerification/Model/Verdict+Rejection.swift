extension Verdict {
    /// Why a token is no good.
    public struct Rejection: Hashable, Sendable {
        /// What is wrong with it.
        public struct Reason: Hashable, Sendable, CustomStringConvertible {
            // A struct instead of an enum: a new reason must not break somebody's `switch`.

            /// The reason in a few words, as it stands in a log.
            public let description: String

            private init(_ description: String) { self.description = description }

            /// It is empty, blank or invisible, holds control characters, or is longer than any token of this provider.
            /// The provider was not asked.
            public static let unusable = Reason("no token, or none that can be one")
            /// The provider never made it, or made it for another key.
            public static let invalid = Reason("invalid")
            /// Its time is over, or it was verified before.
            public static let expiredOrReused = Reason("expired or used before")
            /// ``invalid`` or ``expiredOrReused``: the provider does not tell them apart.
            public static let invalidOrExpired = Reason("invalid, expired or used before")
            /// It was accepted by this backend before, or is being verified in another call; see ``UsedTokens``.
            public static let usedHere = Reason("used here before")
            /// The provider takes the client for a robot.
            public static let robot = Reason("a robot")
            /// Something went wrong in the browser, or somebody says so: a new attempt may do better.
            public static let browserTrouble = Reason("trouble in the browser")
            /// The score is below ``VerificationChecks/minimumScore``, or there is none.
            public static let belowMinimumScore = Reason("score below the minimum")
            /// The token was made for another action than expected, or for none.
            public static let unexpectedAction = Reason("unexpected action")
            /// The captcha was passed on another host than expected, or the provider names none.
            public static let unexpectedHost = Reason("unexpected host")
            /// It was passed longer ago than ``VerificationChecks/maximumAge``, or the provider names no time.
            public static let tooOld = Reason("too old")
            /// The provider refuses it without a reason that is known here.
            public static let unspecified = Reason("refused")
        }

        /// What is wrong with the token.
        public var reason: Reason
        /// The provider's own codes, where it gave some.
        public var codes: [ProviderCode]
        /// What the provider said, where it took the token for good and a check of yours did not.
        public var details: Details?

        /// A rejection.
        public init(_ reason: Reason, codes: [ProviderCode] = [], details: Details? = nil) {
            self.reason = reason
            self.codes = codes
            self.details = details
        }
    }
}

extension Verdict.Rejection: CustomStringConvertible {
    /// The reason, the codes and the details.
    public var description: String {
        reason.description + codes.suffix + (details?.description ?? "")
    }
}
