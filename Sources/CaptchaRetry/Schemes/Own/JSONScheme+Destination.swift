extension JSONScheme {
    /// Where in the replay the token, or a value that is echoed, goes.
    ///
    /// For what each place takes see ``RequestEdit``.
    public struct Destination: Hashable, Sendable {
        private enum Place: Hashable, Sendable {
            case header
            case query
            case form
            case formOrQuery
            case json
            case jsonNumber
            case cookie
        }

        private let place: Place
        private let path: [String]

        /// A header field.
        public static func header(_ name: String) -> Destination { Destination(place: .header, path: [name]) }

        /// A parameter of the query.
        public static func query(_ name: String) -> Destination { Destination(place: .query, path: [name]) }

        /// A field of a form body.
        public static func form(_ name: String) -> Destination { Destination(place: .form, path: [name]) }

        /// A field of the form body where the request has one, else a parameter of the query.
        public static func formOrQuery(_ name: String) -> Destination {
            Destination(place: .formOrQuery, path: [name])
        }

        /// A string in a JSON body.
        public static func json(_ path: [String]) -> Destination { Destination(place: .json, path: path) }

        /// A number in a JSON body, with its exact text; what is no number goes there as a string.
        public static func jsonNumber(_ path: [String]) -> Destination { Destination(place: .jsonNumber, path: path) }

        /// A cookie.
        public static func cookie(_ name: String) -> Destination { Destination(place: .cookie, path: [name]) }

        /// The name of the field, parameter, member or cookie.
        var name: String { path.last ?? "" }

        func edit(_ text: String) -> RequestEdit {
            switch place {
            case .header: .header(name, text)
            case .query: .query(name, text)
            case .form: .form(name, text)
            case .formOrQuery: .formOrQuery(name, text)
            case .json: .json(path, text)
            // A JSON number has no blanks around it, which reading it as a document would allow.
            case .jsonNumber: JSONElement(text.utf8)?.number == text ? .jsonNumber(path, text) : .json(path, text)
            case .cookie: .cookie(name, text)
            }
        }
    }

    /// A value of the captcha error that goes back along with the token, such as an identifier.
    public struct Echo: Hashable, Sendable {
        let source: Source
        let destination: Destination
        let isRequired: Bool

        /// A value with where it comes from and where it goes, with its exact text.
        ///
        /// It is in ``CaptchaChallenge/echo`` under the name that it goes back under.
        ///
        /// - Parameters:
        ///   - source: Where it comes from.
        ///   - destination: Where it goes.
        ///   - isRequired: Whether a captcha error without it cannot be answered. Otherwise it is left out.
        public static func value(
            _ source: Source, to destination: Destination, isRequired: Bool = false
        ) -> Echo {
            Echo(source: source, destination: destination, isRequired: isRequired)
        }
    }
}
