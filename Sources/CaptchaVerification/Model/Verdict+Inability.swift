extension Verdict {
    /// Why nobody can say whether a token is good.
    public struct Inability: Hashable, Sendable {
        /// What stood in the way.
        public struct Cause: Hashable, Sendable, CustomStringConvertible {
            /// The cause in a few words, as it stands in a log.
            public let description: String

            private init(_ description: String) { self.description = description }

            /// The provider does not take our request: the secret, the site key, the address or the endpoint is wrong.
            /// It will not get better by itself.
            public static let misconfigured = Cause("our configuration")
            /// The provider could not be reached, took too long, or has trouble of its own. Later it may work.
            public static let transient = Cause("passing trouble")
            /// What came is not the provider's answer: a page, half an answer, or far too much of it.
            public static let malformedAnswer = Cause("malformed answer")
        }

        /// What stood in the way.
        public var cause: Cause
        /// The HTTP status, where there was a response.
        public var status: Int?
        /// The provider's own codes, where it gave some.
        public var codes: [ProviderCode]
        /// More about it, for a log. It holds no secrets.
        public var detail: String?

        /// An inability.
        public init(_ cause: Cause, status: Int? = nil, codes: [ProviderCode] = [], detail: String? = nil) {
            self.cause = cause
            self.status = status
            self.codes = codes
            self.detail = detail
        }
    }
}

extension Verdict.Inability: CustomStringConvertible {
    /// The cause with all that is known about it.
    public var description: String {
        var text = cause.description
        if let status { text += ", status \(status)" }
        if let detail { text += ", \(detail)" }
        return text + codes.suffix
    }
}

extension Verdict.Inability {
    /// What a status says that is not the one with which the provider gives its verdicts.
    ///
    /// Too many requests and errors of the server pass; any other refusal and redirects come from what we asked or
    /// where; success without a verdict is no answer.
    public init(status: Int) {
        switch status {
        case 408, 425, 429, 500...: self.init(.transient, status: status)
        case 300...: self.init(.misconfigured, status: status)
        default: self.init(.malformedAnswer, status: status)
        }
    }
}
