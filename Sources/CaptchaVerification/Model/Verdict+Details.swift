public import Foundation

extension Verdict {
    /// What a provider says about a token that it takes for good. What it does not say is `nil`.
    public struct Details: Hashable, Sendable {
        /// The host of the page on which the captcha was passed, as the provider has it; SmartCaptcha adds a port.
        public var host: String?
        /// The Android package or iOS bundle, where the captcha was passed in an app (reCAPTCHA) and not on a page.
        public var app: String?
        /// When the captcha was passed.
        public var time: Date?
        /// How much it looks like a person: from 0, a robot, to 1, a person, whoever the provider is.
        public var score: Double?
        /// The action that the token was made for. The page's script chose it.
        public var action: String?
        /// Whether the provider only let the token through without having looked at it.
        ///
        /// SmartCaptcha does so, for robots as well, when it has a failure or your cloud is blocked.
        public var isUnverified: Bool

        /// Details, as far as they are known.
        public init(
            host: String? = nil, app: String? = nil, time: Date? = nil, score: Double? = nil,
            action: String? = nil, isUnverified: Bool = false
        ) {
            self.host = host
            self.app = app
            self.time = time
            self.score = score
            self.action = action
            self.isUnverified = isUnverified
        }
    }
}

extension Verdict.Details: CustomStringConvertible {
    /// What is known, in brackets, on one line; an empty text if nothing is.
    public var description: String {
        var parts: [String] = []
        if isUnverified { parts.append("unverified") }
        if let host { parts.append("host \(host.loggable)") }
        if let app { parts.append("app \(app.loggable)") }
        if let score { parts.append("score \(score)") }
        if let action { parts.append("action \(action.loggable)") }
        return parts.isEmpty ? "" : " (\(parts.joined(separator: ", ")))"
    }
}

extension String {
    /// The text as a log can have it: on one line, and of a bearable length. A page's script chose some of it.
    fileprivate var loggable: String {
        let scalars = unicodeScalars.prefix(100).map { scalar in
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator: Unicode.Scalar(UInt8(ascii: " "))
            default: scalar
            }
        }
        return String(String.UnicodeScalarView(scalars))
    }
}
