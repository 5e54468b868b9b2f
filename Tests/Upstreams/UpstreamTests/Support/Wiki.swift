import CaptchaRetry
import CaptchaRetryTesting
import CaptchaRetryURLSession
import Foundation
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A client of MediaWiki's Action API, as one writes it where there are no captchas.
struct Wiki {
    static let variable = "CAPTCHA_MEDIAWIKI_URL"

    let upstream: Upstream

    init(solver: StubSolver) throws {
        upstream = try Upstream("mediawiki", at: Self.variable, schemes: [.mediaWiki], solver: solver)
    }

    /// A page that no other test, and no earlier run, has.
    static func newTitle() -> String { "Page " + UUID().uuidString }

    /// The answer to an anonymous edit.
    func edit(_ title: String, text: String, format: String = "json", token: String = #"+\"#) async throws
        -> PlainResponse
    {
        try await post([
            "action": "edit", "format": format, "title": title, "text": text, "summary": "a=b & c+d", "token": token,
        ])
    }

    /// What a page says, read without its API.
    func text(of title: String) async throws -> String {
        let name = title.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
        let request = try upstream.request("GET", "/index.php?action=raw&title=\(name)")
        let response = try await upstream.send(request)
        return response.status == 200 ? String(decoding: response.body, as: UTF8.self) : ""
    }

    func post(_ parameters: [String: String]) async throws -> PlainResponse {
        try await upstream.send(postRequest(parameters))
    }

    func postRequest(_ parameters: [String: String]) throws -> URLRequest {
        try upstream.request("POST", "/api.php", "application/x-www-form-urlencoded", body: form(parameters))
    }

    /// A token that the wiki wants of every client, captcha or not.
    func token(_ type: String) async throws -> String {
        let response = try await upstream.send(queryRequest("meta=tokens&type=\(type)"))
        return try #require(response.json()?["query"]?["tokens"]?["\(type)token"]?.string)
    }

    func queryRequest(_ parameters: String) throws -> URLRequest {
        try upstream.request("GET", "/api.php?action=query&format=json&\(parameters)")
    }
}
