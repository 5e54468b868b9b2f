public import CaptchaRetry
public import Foundation

/// A request as an upstream sees it: what a rule decides on, and what tests look at afterwards.
///
/// ```swift
/// let upstream = ScriptedUpstream { request in
///     guard request.form["captcha_key"] == "right" else { return .json(challenge) }
///     return .json(#"{"ok": true}"#)
/// }
/// // … send requests …
/// #expect(upstream.requests.last?.path == "/method/wall.post")
/// ```
///
/// Its description shows method, path and the size of the body only, since everything else may carry tokens.
public struct UpstreamRequest: Hashable, Sendable {
    /// The method, such as `POST`.
    public var method: String
    /// Path and query as they were sent, percent-encoded: `/search?q=a%20b`.
    public var target: String
    /// The header fields.
    public var headerFields: HeaderFields
    /// The body; empty if there was none.
    public var body: Data
    /// Where it was sent to: scheme, host and port of its URL, or of its `Host` field.
    public var origin: Origin?

    /// A request.
    public init(
        method: String = "GET", target: String, headerFields: HeaderFields = [:], body: Data = Data(),
        origin: Origin? = nil
    ) {
        self.method = method
        self.target = target
        self.headerFields = headerFields
        self.body = body
        self.origin = origin
    }

    /// The path without the query, percent-decoded.
    public var path: String {
        let raw = String(target.prefix { $0 != "?" })
        return raw.removingPercentEncoding ?? raw
    }

    /// The query as it was sent, without the `?`; `nil` if there was none.
    public var rawQuery: String? {
        target.firstIndex(of: "?").map { String(target[target.index(after: $0)...]) }
    }

    /// The parameters of the query.
    public var query: UpstreamParameters { UpstreamParameters(percentEncoded: rawQuery ?? "") }

    /// The fields of the body, if it is a form (`application/x-www-form-urlencoded`, or no `Content-Type` at all).
    public var form: UpstreamParameters {
        let type = headerFields["Content-Type"]?.lowercased() ?? "application/x-www-form-urlencoded"
        let isForm = type.hasPrefix("application/x-www-form-urlencoded")
        return UpstreamParameters(percentEncoded: isForm ? String(decoding: body, as: UTF8.self) : "")
    }

    /// The cookies.
    public var cookies: UpstreamParameters {
        UpstreamParameters(cookieFields: headerFields.fields.filter { $0.name.lowercased() == "cookie" }.map(\.value))
    }

    /// The body as JSON, or `nil` if it is not well-formed.
    public var json: JSONElement? { JSONElement(body) }
}

extension UpstreamRequest: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Method, path and size.
    public var description: String { "\(method) \(path), \(body.count) bytes" }

    /// The same as ``description``.
    public var debugDescription: String { description }

    /// A mirror without children.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
