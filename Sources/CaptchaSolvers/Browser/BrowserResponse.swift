import CaptchaRetry
import Foundation

/// Answers to a browser, with the header fields that all of them need.
enum BrowserResponse {
    /// A page.
    static func page(_ html: String, policy: String) -> PlainResponse {
        make(
            200, "text/html; charset=utf-8", Data(html.utf8),
            // Another window must not get hold of this one, or be got hold of.
            ["Content-Security-Policy": policy, "Cross-Origin-Opener-Policy": "same-origin"])
    }

    /// A picture. It may be SVG, which opened by itself is a document: it must not run anything.
    static func picture(_ picture: Picture) -> PlainResponse {
        make(
            200, picture.type.mediaType, picture.data,
            ["Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox"])
    }

    /// A line of text.
    static func plain(_ status: Int, _ text: String, _ fields: HeaderFields = [:]) -> PlainResponse {
        var response = make(
            status, "text/plain; charset=utf-8", Data((text + "\n").utf8),
            ["Content-Security-Policy": "default-src 'none'"])
        for field in fields.fields { response.headerFields[field.name] = field.value }
        return response
    }

    private static func make(_ status: Int, _ type: String, _ body: Data, _ fields: HeaderFields) -> PlainResponse {
        var all: HeaderFields = [
            "Content-Type": type,
            "Cache-Control": "no-store",
            // Not `no-referrer`: browsers would name no origin in the page's own form either, and it could not be told
            // from one that another site has sent. To others they send nothing.
            "Referrer-Policy": "same-origin",
            "X-Content-Type-Options": "nosniff",
            "Cross-Origin-Resource-Policy": "same-origin",
            // Idle connections would take the place of others.
            "Connection": "close",
        ]
        for field in fields.fields { all[field.name] = field.value }
        return PlainResponse(status: status, headerFields: all, body: body)
    }
}
