extension CaptchaPrompt {
    /// A kind of prompt, without its values.
    public struct Kind: Hashable, Sendable, CustomStringConvertible {
        // A struct instead of an enum: a new kind must not break somebody's `switch`.

        /// The kind's name, in words.
        public let description: String

        private init(_ description: String) { self.description = description }

        /// ``CaptchaPrompt/page(_:)``.
        public static let page = Kind("page")
        /// ``CaptchaPrompt/picture(_:)``.
        public static let picture = Kind("picture")
        /// ``CaptchaPrompt/question(_:)``.
        public static let question = Kind("question")
        /// ``CaptchaPrompt/widget(_:)``.
        public static let widget = Kind("widget")
        /// ``CaptchaPrompt/hostedProcess(_:reference:)``.
        public static let hostedProcess = Kind("hosted process")
        /// ``CaptchaPrompt/unanswerable(_:)``, which no solver is asked.
        public static let unanswerable = Kind("unanswerable")
    }

    /// Which kind of prompt it is.
    public var kind: Kind {
        switch self {
        case .page: .page
        case .picture: .picture
        case .question: .question
        case .widget: .widget
        case .hostedProcess: .hostedProcess
        case .unanswerable: .unanswerable
        }
    }
}
