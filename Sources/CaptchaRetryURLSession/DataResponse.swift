public import CaptchaRetry
public import Foundation

#if canImport(FoundationNetworking)
    public import FoundationNetworking
#endif

/// What a `URLSession` answers, as ``CaptchaRetry`` looks into it.
///
/// ``CaptchaRetryingSession`` makes these itself. With a session of one's own it is the whole adapter:
///
/// ```swift
/// let response = try await retry.perform(request) { DataResponse(try await session.data(for: $0)) }
/// ```
///
/// On Linux prefer ``CaptchaRetryingSession``: `URLSession.data(for:)` can deadlock there when its task is cancelled.
public struct DataResponse: InspectableResponse, Sendable {
    /// The body.
    public var data: Data
    /// Status, header fields and URL.
    public var response: URLResponse

    /// A response.
    public init(data: Data, response: URLResponse) {
        self.data = data
        self.response = response
    }

    /// A response from what `URLSession.data(for:)` returns.
    public init(_ pair: (Data, URLResponse)) {
        self.init(data: pair.0, response: pair.1)
    }

    /// The HTTP status, or 0 if it is no HTTP response.
    public var status: Int { http?.statusCode ?? 0 }

    /// Where the response came from after redirects.
    public var url: URL? { response.url }

    /// The value of a header field; `nil` if it is not there or this is no HTTP response.
    public func value(forHTTPHeaderField name: String) -> String? { http?.value(forHTTPHeaderField: name) }

    /// The size of the body.
    public var bodyCount: Int? { data.count }

    /// Calls `body` with the bytes of the body.
    public func withBodyBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        data.withUnsafeBytes(body)
    }

    /// Copies status, header fields, body and URL. The header fields are sorted by name.
    public func snapshot() -> PlainResponse {
        let fields = (http?.allHeaderFields ?? [:]).map { (String(describing: $0.key), String(describing: $0.value)) }
        return PlainResponse(
            status: status, headerFields: HeaderFields(fields.sorted { $0.0 < $1.0 }), body: data, url: url)
    }

    private var http: HTTPURLResponse? { response as? HTTPURLResponse }
}

extension DataResponse: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Status and size: header fields, URL and body may hold secrets.
    public var description: String { "status \(status), \(data.count) bytes" }

    /// The same as ``description``.
    public var debugDescription: String { description }

    /// A mirror without children.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
