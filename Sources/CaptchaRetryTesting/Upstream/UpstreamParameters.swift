import Foundation

/// Named values of a request, decoded: those of a query, of a form body, or cookies.
///
/// ```swift
/// request.query["captcha_sid"]     // the first of that name, or nil
/// request.form.all("tag")          // all of that name
/// ```
public struct UpstreamParameters: Hashable, Sendable {
    /// One value with its name.
    public struct Parameter: Hashable, Sendable {
        /// The name.
        public var name: String
        /// The value; empty also where there was no `=`.
        public var value: String
    }

    /// All of them, in their order.
    public var parameters: [Parameter]

    /// The first value of this name.
    public subscript(name: String) -> String? { parameters.first { $0.name == name }?.value }

    /// All values of this name, in their order.
    public func all(_ name: String) -> [String] { parameters.filter { $0.name == name }.map(\.value) }

    /// Those of a percent-encoded text, as queries and form bodies have it, where a `+` is a blank.
    ///
    /// What is not valid percent-encoding stays as it is.
    init(percentEncoded text: some StringProtocol) {
        parameters = text.split(separator: "&").map { pair in
            let name = pair.prefix { $0 != "=" }
            return Parameter(name: Self.decode(name), value: Self.decode(pair[name.endIndex...].dropFirst()))
        }
    }

    /// Those of `Cookie` header fields, which know no encoding.
    init(cookieFields: [String]) {
        parameters = cookieFields.flatMap { $0.split(separator: ";") }.map { pair in
            let name = pair.prefix { $0 != "=" }
            return Parameter(
                name: name.trimmingCharacters(in: .whitespaces),
                value: pair[name.endIndex...].dropFirst().trimmingCharacters(in: .whitespaces))
        }
    }

    private static func decode(_ text: some StringProtocol) -> String {
        let blanked = text.replacingOccurrences(of: "+", with: " ")
        return blanked.removingPercentEncoding ?? blanked
    }
}

extension UpstreamParameters: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// How many there are; no values.
    public var description: String { "\(parameters.count) parameters" }

    /// The same as ``description``.
    public var debugDescription: String { description }

    /// A mirror without children.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
