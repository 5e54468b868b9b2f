#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension JSONScheme {
    /// What tells a captcha error from every other response.
    ///
    /// Mark by what is made for machines: a code, a type, a field. Texts for people change.
    public struct Mark: Hashable, Sendable {
        indirect enum Kind: Hashable, Sendable {
            case exists([String])
            case equals([String], Value)
            case hasPrefix([String], String)
            case contains([String], Value)
            case array([String])
            case header(String, equals: String?)
            case problem(type: String)
            case all([Mark])
            case any([Mark])
        }

        let kind: Kind

        /// There is something else than `null` at this path of the body.
        public static func json(_ path: [String]) -> Mark { Mark(kind: .exists(path)) }

        /// This value stands at this path of the body.
        public static func json(_ path: [String], equals value: Value) -> Mark { Mark(kind: .equals(path, value)) }

        /// A string that starts like this stands at this path of the body.
        public static func json(_ path: [String], hasPrefix prefix: String) -> Mark {
            Mark(kind: .hasPrefix(path, prefix))
        }

        /// An array with this value as an element stands at this path of the body.
        public static func json(_ path: [String], contains value: Value) -> Mark { Mark(kind: .contains(path, value)) }

        /// An array, whatever is in it, stands at this path of the body.
        public static func jsonArray(_ path: [String]) -> Mark { Mark(kind: .array(path)) }

        /// The response has this header field, whatever its value.
        public static func header(_ name: String) -> Mark { Mark(kind: .header(name, equals: nil)) }

        /// The response has this header field with this value.
        public static func header(_ name: String, equals value: String) -> Mark {
            Mark(kind: .header(name, equals: value))
        }

        /// The response is problem details (RFC 9457) of this type.
        ///
        /// Its `Content-Type` is `application/problem+json` or another one that ends in `+json`, with or without
        /// parameters. A `type` that is relative to the request counts as well.
        public static func problem(type: String) -> Mark { Mark(kind: .problem(type: type)) }

        /// All of these.
        public static func all(_ marks: [Mark]) -> Mark { Mark(kind: .all(marks)) }

        /// One of these at least.
        public static func any(_ marks: [Mark]) -> Mark { Mark(kind: .any(marks)) }

        func isBorne(
            by response: borrowing some InspectableResponse, _ element: JSONElement?, _ requestURL: URL?
        ) -> Bool {
            switch kind {
            case .exists(let path): return element?[path]?.isNull == false
            case .equals(let path, let value): return element?[path].map(value.isValue) ?? false
            case .hasPrefix(let path, let prefix):
                return element?[path]?.string?.utf8.starts(with: prefix.utf8) ?? false
            case .contains(let path, let value):
                return element?[path]?.elements?.contains(where: value.isValue) ?? false
            case .array(let path): return element?[path]?.elements != nil
            case .header(let name, let wanted):
                guard let value = response.value(forHTTPHeaderField: name) else { return false }
                return wanted.map { value.utf8.elementsEqual($0.utf8) } ?? true
            case .problem(let type):
                return Self.isProblem(response.value(forHTTPHeaderField: "Content-Type"))
                    && Self.isType(type, element?["type"]?.string, requestURL)
            case .all(let marks):
                for mark in marks where !mark.isBorne(by: response, element, requestURL) { return false }
                return true
            case .any(let marks):
                for mark in marks where mark.isBorne(by: response, element, requestURL) { return true }
                return false
            }
        }

        private static func isProblem(_ contentType: String?) -> Bool {
            guard let name = contentType?.split(separator: ";", omittingEmptySubsequences: false).first else {
                return false
            }
            return name.filter { $0 != " " && $0 != "\t" }.lowercased().hasSuffix("+json")
        }

        private static func isType(_ wanted: String, _ type: String?, _ requestURL: URL?) -> Bool {
            guard let type else { return false }
            if type.utf8.elementsEqual(wanted.utf8) { return true }
            return URL(string: type, relativeTo: requestURL)?.absoluteString == wanted
        }
    }

    /// A value in JSON: a literal of a string, an integer or a Boolean.
    public enum Value: Hashable, Sendable, ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
        ExpressibleByBooleanLiteral
    {
        /// A string.
        case string(String)
        /// An integer, written without a fraction or an exponent.
        case integer(Int)
        /// `true` or `false`.
        case bool(Bool)

        /// A string.
        public init(stringLiteral value: String) { self = .string(value) }

        /// An integer.
        public init(integerLiteral value: Int) { self = .integer(value) }

        /// `true` or `false`.
        public init(booleanLiteral value: Bool) { self = .bool(value) }

        @Sendable func isValue(_ element: JSONElement) -> Bool {
            switch self {
            case .string(let value): element.string?.utf8.elementsEqual(value.utf8) ?? false
            case .integer(let value): element.number == String(value)
            case .bool(let value): element.bool == value
            }
        }
    }
}

extension JSONElement {
    fileprivate var isNull: Bool { text == nil && bool == nil && !isObject && elements == nil }
}
