public import CaptchaRetry
public import Foundation
import LoopbackHTTP

/// What an upstream does with a request: it answers, or it fails in one of the ways in which connections fail.
///
/// ```swift
/// .json(#"{"ok": true}"#)
/// .json(#"{"error": {"error_code": 14}}"#, status: 403, headerFields: ["X-Trace": "1"])
/// .redirect(to: "/elsewhere")
/// .dropConnection
/// ```
public struct UpstreamAnswer: Hashable, Sendable {
    let kind: LoopbackAnswer

    /// This response. A `Content-Length` is put in by itself.
    public static func response(_ response: PlainResponse) -> UpstreamAnswer {
        UpstreamAnswer(kind: .response(response))
    }

    /// This text as `application/json`. It is sent as it is, well-formed or not.
    public static func json(_ text: String, status: Int = 200, headerFields: HeaderFields = [:]) -> UpstreamAnswer {
        body(Data(text.utf8), type: "application/json", status: status, headerFields: headerFields)
    }

    /// Plain text.
    public static func text(_ text: String, status: Int = 200, headerFields: HeaderFields = [:]) -> UpstreamAnswer {
        body(Data(text.utf8), type: "text/plain; charset=utf-8", status: status, headerFields: headerFields)
    }

    /// A page.
    public static func html(_ text: String, status: Int = 200, headerFields: HeaderFields = [:]) -> UpstreamAnswer {
        body(Data(text.utf8), type: "text/html; charset=utf-8", status: status, headerFields: headerFields)
    }

    /// Any bytes, with their `Content-Type`; a `Content-Type` among the header fields goes before.
    public static func body(
        _ body: Data, type: String, status: Int = 200, headerFields: HeaderFields = [:]
    ) -> UpstreamAnswer {
        var fields = headerFields
        fields["Content-Type"] = fields["Content-Type"] ?? type
        return .response(PlainResponse(status: status, headerFields: fields, body: body))
    }

    /// A status without a body.
    public static func status(_ status: Int, headerFields: HeaderFields = [:]) -> UpstreamAnswer {
        .response(PlainResponse(status: status, headerFields: headerFields))
    }

    /// A redirect. The place may be relative.
    public static func redirect(to location: String, status: Int = 302) -> UpstreamAnswer {
        .status(status, headerFields: ["Location": location])
    }

    /// The connection ends without an answer. In memory: ``UpstreamConnectionError/dropped``.
    ///
    /// `URLSession` of Swift 6.3 on Linux can crash when that happens right after it sent its request.
    public static let dropConnection = UpstreamAnswer(kind: .dropConnection)

    /// The connection ends after so many bytes of the body, though all were announced. In memory:
    /// ``UpstreamConnectionError/truncated``.
    public static func truncated(_ response: PlainResponse, afterBytes sent: Int) -> UpstreamAnswer {
        UpstreamAnswer(kind: .truncated(response, sent: sent))
    }

    /// These bytes instead of an HTTP response, then the connection ends. In memory:
    /// ``UpstreamConnectionError/notHTTP``.
    public static func raw(_ bytes: Data) -> UpstreamAnswer { UpstreamAnswer(kind: .raw(bytes)) }
}
