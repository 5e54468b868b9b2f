import CaptchaRetry

/// What went wrong on a captcha page.
///
/// It is the ``CaptchaHandlingError/underlying`` error of what a ``PageSession`` throws then.
public struct PageFailure: Error, Hashable, Sendable {
    /// Who has to do something about it.
    public struct Kind: Hashable, Sendable, CustomStringConvertible {
        /// The kind's name, as pages send it.
        public let description: String

        private init(_ description: String) { self.description = description }

        /// The page, the provider's script or its service could not be reached.
        public static let network = Kind("network")
        /// A script on the page threw an error, or did not do what it is documented to do.
        public static let script = Kind("script")
        /// The site key, the domain or a parameter is wrong: it will not get better by itself.
        public static let configuration = Kind("configuration")
        /// The provider takes the person for a bot.
        public static let refused = Kind("refused")
        /// The provider wants to be left alone for a while.
        public static let rateLimited = Kind("rate limited")
        /// Anything else.
        public static let other = Kind("other")

        /// The kind of this name; ``other`` for a name that is not known.
        public init(named name: String) {
            let known = [Kind.network, .script, .configuration, .refused, .rateLimited]
            self = known.first { $0.description == name } ?? .other
        }
    }

    /// The longest ``code`` that is kept, in characters.
    public static let maximumCodeLength = 200

    /// Who has to do something about it.
    public var kind: Kind
    /// The provider's own code or words for it: one line, cut off at ``maximumCodeLength``.
    public let code: String?
    /// Whether loading the page again may help.
    public var isRetryable: Bool

    /// A failure.
    ///
    /// - Parameters:
    ///   - kind: Who has to do something about it.
    ///   - code: The provider's own code or words for it. Control characters become blanks, and what is too long is cut.
    ///   - isRetryable: Whether loading the page again may help.
    public init(_ kind: Kind, code: String? = nil, isRetryable: Bool = false) {
        self.kind = kind
        self.code = code.map { String($0.unicodeScalars.prefix(Self.maximumCodeLength)).onOneLine }
        self.isRetryable = isRetryable
    }
}

extension PageFailure: CustomStringConvertible {
    /// The kind and the code.
    public var description: String { code.map { "\(kind): \($0)" } ?? kind.description }
}
