#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// A response that can be looked into without decoding or copying it.
///
/// `DataResponse` in `CaptchaRetryURLSession` conforms for `URLSession`; ``PlainResponse`` is the simplest conformance
/// there is.
public protocol InspectableResponse {
    /// The HTTP status.
    var status: Int { get }
    /// Where the response came from after redirects, if the client knows. It defaults to `nil`: where it was sent to.
    var url: URL? { get }
    /// The value of a header field. Upper and lower case in its name make no difference.
    func value(forHTTPHeaderField name: String) -> String?
    /// The size of the body in bytes, if it is known without opening the body.
    ///
    /// It is a short cut, and may be left to its default, which is `nil`.
    var bodyCount: Int? { get }
    /// Calls `body` with the bytes of the response's body, without copying them.
    func withBodyBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result
    /// The body as JSON, or `nil` if it is not well-formed. The default parses ``withBodyBytes(_:)``.
    ///
    /// What a scheme is handed parses once, however many schemes ask.
    func json() -> JSONElement?
    /// A copy that a ``CaptchaHandlingError`` carries. The default has no header fields.
    func snapshot() -> PlainResponse
}

extension InspectableResponse {
    /// Unknown.
    public var url: URL? { nil }

    /// Not known without opening the body.
    public var bodyCount: Int? { nil }

    /// Parses the body.
    public func json() -> JSONElement? {
        JSONElement(withBodyBytes { Array($0) })
    }

    /// Copies status, URL and body.
    public func snapshot() -> PlainResponse {
        PlainResponse(status: status, body: withBodyBytes { Data($0) }, url: url)
    }
}
