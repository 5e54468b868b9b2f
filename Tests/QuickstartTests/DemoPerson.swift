import CaptchaRetryTesting
import Foundation
import TestSupport
import Testing

@testable import Quickstart

/// A person at the page in the browser, who follows its link to the demo's page and comes back with the token.
actor DemoPerson {
    /// What came back for each form that was sent.
    private(set) var pages: [String] = []
    /// Open when the last page has come.
    nonisolated let gate = Gate()

    /// Sends a token that is made up, then the one that the demo's page gives.
    func answers(at page: URL) async -> Bool {
        defer { gate.open() }
        do {
            #expect(Self.link(in: try await send("GET", page)) != nil)
            let refused = try await send("POST", page, "prompt=1&answer=made-up")
            pages.append(refused)
            let url = try #require(Self.link(in: refused))
            let question = try DemoPage.question(in: try await send("GET", url))
            let token = try DemoPage.token(in: try await send("POST", url, "answer=\(question.sum)"))
            pages.append(try await send("POST", page, "prompt=2&answer=\(token)"))
            return true
        } catch {
            Issue.record(error)
            return false
        }
    }

    func givesUp(at page: URL) async -> Bool {
        await #expect(throws: Never.self) { pages.append(try await send("POST", page, "prompt=1&cancel=1")) }
        return true
    }

    private static func link(in html: String) -> URL? {
        let text = html.firstMatch(of: /href="(http:[^"]*)"/).map { String($0.1) }
        return text.flatMap { URL(string: $0.replacing("&amp;", with: "&")) }
    }

    private func send(_ method: String, _ url: URL, _ form: String = "") async throws -> String {
        let port = try #require(url.port)
        let path = url.path + (page(url) ? "/" : "") + (url.query.map { "?\($0)" } ?? "")
        let text = """
            \(method) \(path) HTTP/1.1\r
            Host: 127.0.0.1:\(port)\r
            Accept-Language: en\r
            Content-Type: application/x-www-form-urlencoded\r
            Content-Length: \(form.utf8.count)\r
            Connection: close\r
            \r
            \(form)
            """
        let client = try RawClient(port: port)
        try await client.send(text)
        return try #require(try await client.response()).body
    }

    /// Whether it is the page in the browser, whose path ends in a slash, which `path` leaves out.
    private func page(_ url: URL) -> Bool { url.absoluteString.hasSuffix("/") && !url.path.hasSuffix("/") }
}
