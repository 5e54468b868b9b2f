import Foundation
import TestSupport
import Testing

/// A person's browser, as raw requests.
struct BrowserTab {
    let url: URL
    let port: Int

    init(_ url: URL) throws {
        self.url = url
        port = try #require(url.port)
    }

    var path: String { url.path + (url.path.hasSuffix("/") ? "" : "/") }

    /// The fields that a browser sends with the page's own form.
    var formFields: [String: String] {
        [
            "Host": "127.0.0.1:\(port)", "Origin": "http://127.0.0.1:\(port)", "Sec-Fetch-Site": "same-origin",
            "Content-Type": "application/x-www-form-urlencoded",
        ]
    }

    /// A request, with other header fields or without some.
    func request(
        _ method: String = "GET", _ place: String = "", _ fields: [String: String?] = [:], body: String = ""
    ) -> String {
        let own = method == "POST" ? formFields : ["Host": "127.0.0.1:\(port)"]
        let all = own.merging(fields.compactMapValues { $0 }) { $1 }.filter { fields[$0.key] != .some(nil) }
        let lines = all.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)\r\n" }.joined()
        let length = method == "POST" ? "Content-Length: \(body.utf8.count)\r\n" : ""
        let target = place.hasPrefix("/") ? place : path + place
        return "\(method) \(target) HTTP/1.1\r\n\(lines)\(length)\r\n\(body)"
    }

    /// The page's form, filled in.
    func form(_ answer: String, number: Int = 1, _ fields: [String: String?] = [:]) -> String {
        let answer = answer.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
        return request("POST", "", fields, body: "prompt=\(number)&answer=\(answer)")
    }

    /// The page's form, with the button pressed that gives up.
    func cancelForm(number: Int = 1) -> String {
        request("POST", body: "prompt=\(number)&answer=&cancel=1")
    }

    /// Sends a request, for an answer that comes later.
    func send(_ request: String) async throws -> RawClient {
        let client = try RawClient(port: port)
        try await client.send(request)
        return client
    }

    /// Sends a request, and gives the answer.
    func answer(_ request: String) async throws -> RawResponse {
        try #require(try await send(request).response())
    }

    /// The page as it is now.
    func page(_ fields: [String: String?] = [:]) async throws -> RawResponse {
        try await answer(request("GET", "", fields))
    }

    /// Whether somebody listens at the port.
    var isOpen: Bool { (try? RawClient(port: port)) != nil }
}
