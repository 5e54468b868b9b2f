#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// A response as a plain value: what an error carries, what clients without a type of their own return, and what tests
/// are made of.
///
/// Its description shows the status and the size of the body only.
public struct PlainResponse: InspectableResponse, Hashable, Sendable {
    /// The HTTP status.
    public var status: Int
    /// The header fields.
    public var headerFields: HeaderFields
    /// The body.
    public var body: Data
    /// Where it came from, if known.
    public var url: URL?

    /// A response.
    ///
    /// One that came from a server needs its header fields too: some schemes recognise a captcha error by them, and
    /// without them it is an ordinary result.
    public init(status: Int = 200, headerFields: HeaderFields = [:], body: Data = Data(), url: URL? = nil) {
        self.status = status
        self.headerFields = headerFields
        self.body = body
        self.url = url
    }

    /// The value of a header field.
    public func value(forHTTPHeaderField name: String) -> String? { headerFields[name] }

    /// The size of the body.
    public var bodyCount: Int? { body.count }

    /// Calls `body` with the bytes of the body.
    public func withBodyBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        self.body.withUnsafeBytes(body)
    }

    /// The response itself.
    public func snapshot() -> PlainResponse { self }
}

extension PlainResponse: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Status and size.
    public var description: String { "status \(status), \(body.count) bytes" }

    /// The same as ``description``.
    public var debugDescription: String { description }

    /// A mirror without children.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
