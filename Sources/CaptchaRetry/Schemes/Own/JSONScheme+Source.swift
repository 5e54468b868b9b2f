#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension JSONScheme {
    /// Where a value comes from.
    ///
    /// ```swift
    /// ["error", "siteKey"]             // the member `siteKey` of the object `error` in the body
    /// "1x00000000000000000000AA"       // this text
    /// .header("X-Captcha-Site-Key")    // a header field
    /// .first([["url"], "/captcha"])    // the first of several that there is
    /// ```
    public struct Source: Hashable, Sendable, ExpressibleByArrayLiteral, ExpressibleByStringLiteral {
        private indirect enum Kind: Hashable, Sendable {
            case json([String])
            case header(String)
            case fixed(String)
            case requestURL
            case first([Source])
        }

        private let kind: Kind

        /// A path of member names in the body. A string and a number count, both with their exact text.
        public init(arrayLiteral names: String...) { kind = .json(names) }

        /// This text.
        public init(stringLiteral text: String) { kind = .fixed(text) }

        private init(_ kind: Kind) { self.kind = kind }

        /// A path of member names in the body. A string and a number count, both with their exact text.
        public static func json(_ path: [String]) -> Source { Source(.json(path)) }

        /// A header field of the response.
        public static func header(_ name: String) -> Source { Source(.header(name)) }

        /// This text.
        public static func fixed(_ text: String) -> Source { Source(.fixed(text)) }

        /// The URL that the request went to.
        public static let requestURL = Source(.requestURL)

        /// The first of these that the response has, not counting empty texts.
        public static func first(_ sources: [Source]) -> Source { Source(.first(sources)) }

        func text(
            in response: borrowing some InspectableResponse, _ element: JSONElement?, _ requestURL: URL?
        ) -> String? {
            switch kind {
            case .json(let path): return element?[path]?.text
            case .header(let name): return response.value(forHTTPHeaderField: name)
            case .fixed(let text): return text
            case .requestURL: return requestURL?.absoluteString
            case .first(let sources):
                for source in sources {
                    if let text = source.text(in: response, element, requestURL), !text.isEmpty { return text }
                }
                return nil
            }
        }

        /// The URL that the text is, taken relative to the request's.
        func url(
            in response: borrowing some InspectableResponse, _ element: JSONElement?, _ requestURL: URL?
        ) -> URL? {
            guard let text = text(in: response, element, requestURL), !text.isEmpty else { return nil }
            return URL(string: text, relativeTo: requestURL)?.absoluteURL
        }
    }
}
