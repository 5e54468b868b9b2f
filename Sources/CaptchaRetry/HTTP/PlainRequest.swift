#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// A request as a plain value, for clients that have no type of their own, and for tests.
///
/// Its description shows method and path only: header fields, query and body may carry tokens.
public struct PlainRequest: ReplayableRequest, Hashable, Sendable {
    /// Where the request goes.
    public var url: URL?
    /// The method.
    public var httpMethod: String?
    /// The header fields.
    public var headerFields: HeaderFields
    /// The body.
    public var replayableBody: ReplayableBody

    /// A request.
    public init(
        _ httpMethod: String = "GET", url: URL?, headerFields: HeaderFields = [:], body: ReplayableBody = .none
    ) {
        self.url = url
        self.httpMethod = httpMethod
        self.headerFields = headerFields
        self.replayableBody = body
    }

    /// The value of a header field.
    ///
    /// `Cookie` is the one field that a request may have several of; together they are one, as RFC 9113 (8.2.3) joins
    /// them.
    public func value(forHTTPHeaderField name: String) -> String? {
        guard name.equalsIgnoringASCIICase("Cookie") else { return headerFields[name] }
        let cookies = headerFields.fields.filter { $0.name.equalsIgnoringASCIICase(name) }.map(\.value)
        return cookies.isEmpty ? nil : cookies.joined(separator: "; ")
    }

    /// Sets or removes a header field.
    public mutating func setValue(_ value: String?, forHTTPHeaderField name: String) { headerFields[name] = value }
}

extension PlainRequest: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Method, origin and path.
    public var description: String {
        let place = url.flatMap { url in Origin(url).map { $0.description + url.path(percentEncoded: true) } }
        return "\(httpMethod ?? "GET") \(place ?? "-")"
    }

    /// The same as ``description``.
    public var debugDescription: String { description }

    /// A mirror without children.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
