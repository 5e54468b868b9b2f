import CaptchaRetry
import Foundation
import TestSupport
import Testing

@testable import CaptchaRetryTesting
@testable import CaptchaSolvers

/// Whoever is not the person's own browser at the page that was opened for it gets nothing, and disturbs nobody.
@Suite("BrowserSolver and requests that are none of its page's", .timeLimit(.minutes(60)))
struct BrowserSecurityTests {
    private let question = CaptchaChallenge.question("2 + 2?")

    /// What is sent, and the status that it is answered with.
    struct Stray: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var status: Int
        var request: @Sendable (BrowserTab) -> String
    }

    static let strays: [Stray] = [
        Stray(testDescription: "the root", status: 404) { $0.request("GET", "/") },
        Stray(testDescription: "an icon", status: 404) { $0.request("GET", "/favicon.ico") },
        Stray(testDescription: "a guessed path", status: 404) {
            $0.request("GET", "/" + String(repeating: "0", count: 48) + "/")
        },
        Stray(testDescription: "the path without its last letter", status: 404) {
            $0.request("GET", String($0.path.dropLast(2)))
        },
        Stray(testDescription: "the path in capitals", status: 404) { $0.request("GET", "/F" + $0.path.dropFirst(2)) },
        Stray(testDescription: "something behind the path", status: 404) { $0.request("GET", "other") },
        Stray(testDescription: "a picture of a question", status: 404) { $0.request("GET", "picture/1") },
        Stray(testDescription: "another host name (DNS rebinding)", status: 403) {
            $0.request("GET", "", ["Host": "evil.example:\($0.port)"])
        },
        Stray(testDescription: "localhost", status: 403) { $0.request("GET", "", ["Host": "localhost:\($0.port)"]) },
        Stray(testDescription: "another port in Host", status: 403) { $0.request("GET", "", ["Host": "127.0.0.1:1"]) },
        Stray(testDescription: "no port in Host", status: 403) { $0.request("GET", "", ["Host": "127.0.0.1"]) },
        Stray(testDescription: "a whole URL of another host", status: 403) {
            "GET http://evil.example\($0.path) HTTP/1.1\r\nHost: evil.example\r\n\r\n"
        },
        Stray(testDescription: "two Host fields", status: 400) {
            "GET \($0.path) HTTP/1.1\r\nHost: 127.0.0.1:\($0.port)\r\nHost: evil.example\r\n\r\n"
        },
        Stray(testDescription: "no Host in HTTP/1.0", status: 403) { "GET \($0.path) HTTP/1.0\r\n\r\n" },
        Stray(testDescription: "the form of another site", status: 403) {
            $0.form("evil", ["Origin": "http://evil.example"])
        },
        Stray(testDescription: "the form of another port", status: 403) {
            $0.form("evil", ["Origin": "http://127.0.0.1:1"])
        },
        Stray(testDescription: "the form of a document without an origin", status: 403) {
            $0.form("evil", ["Origin": "null"])
        },
        Stray(testDescription: "a form that the browser calls cross-site", status: 403) {
            $0.form("evil", ["Origin": nil, "Sec-Fetch-Site": "cross-site"])
        },
        Stray(testDescription: "a form that the browser calls same-site", status: 403) {
            $0.form("evil", ["Origin": nil, "Sec-Fetch-Site": "same-site"])
        },
        Stray(testDescription: "a form as plain text", status: 415) {
            $0.form("evil", ["Content-Type": "text/plain"])
        },
        Stray(testDescription: "a form without a type", status: 415) { $0.form("evil", ["Content-Type": nil]) },
        Stray(testDescription: "JSON", status: 415) { $0.form("evil", ["Content-Type": "application/json"]) },
        Stray(testDescription: "an answer in the URL", status: 200) {
            $0.request("GET", "?prompt=1&answer=evil")
        },
        Stray(testDescription: "a form to a path of its own", status: 404) {
            $0.request("POST", "/", body: "prompt=1&answer=evil")
        },
        Stray(testDescription: "another method", status: 405) { $0.request("PUT", "") },
        Stray(testDescription: "a preflight", status: 405) {
            $0.request("OPTIONS", "", ["Origin": "http://evil.example"])
        },
        Stray(testDescription: "no HTTP", status: 400) { _ in "hello\r\n\r\n" },
        Stray(testDescription: "a header without end", status: 431) {
            $0.request("GET", "", ["X-Long": String(repeating: "x", count: 70_000)])
        },
        Stray(testDescription: "a body that is too large", status: 413) {
            $0.form(String(repeating: "x", count: 300_000))
        },
        Stray(testDescription: "a body that says it is too large", status: 413) {
            $0.form("x").replacing(/Content-Length: \d+/, with: "Content-Length: 9999999999")
        },
        Stray(testDescription: "an answer to a prompt that is none", status: 200) { $0.form("evil", number: 7) },
        Stray(testDescription: "a form without a number", status: 200) { $0.request("POST", body: "answer=evil") },
    ]

    @Test("It is answered, and the person is waited for", arguments: strays)
    func stray(_ stray: Stray) async throws {
        let trial = BrowserTrial()
        let solving = trial.solving(question, only: "right")
        let tab = try await trial.tab()
        let answer = try await tab.answer(stray.request(tab))
        #expect(answer.status == stray.status)
        #expect(!answer.body.contains("evil"))
        // Refusals do not even tell that somebody is asked something.
        if stray.status != 200 { #expect(!answer.body.contains("2 + 2")) }
        try await trial.expectSolved(solving, question, in: tab)
    }

    @Test("A client that does not finish its request in time is cut off; others are served meanwhile")
    func slow() async throws {
        let trial = BrowserTrial()
        let solving = trial.solving(question)
        let tab = try await trial.tab()
        let slow = try await tab.send("POST \(tab.path) HTTP/1.1\r\nHost: 127.0.0.1:\(tab.port)\r\nContent-Le")
        #expect(try await tab.page().status == 200)
        await trial.clock.waitForSleepers()
        trial.clock.advance(by: .seconds(20))
        #expect(try await slow.rest().isEmpty)
        try await trial.expectSolved(solving, question, in: tab)
    }

    @Test("Any number of connections that ask for nothing keeps nobody out")
    func flood() async throws {
        let trial = BrowserTrial()
        let solving = trial.solving(question)
        let tab = try await trial.tab()
        let idle = try (0..<200).map { _ in try RawClient(port: tab.port) }
        #expect(try await tab.page().status == 200)
        // The oldest made room for those that came after them.
        for client in idle[..<136] { #expect(try await client.rest().isEmpty) }
        try await trial.expectSolved(solving, question, in: tab)
    }

    @Test("Pages left behind hold no connection: the page can be loaded anew any number of times")
    func leftPages() async throws {
        let trial = BrowserTrial()
        let solving = trial.solving(question)
        let tab = try await trial.tab()
        for _ in 0..<150 {
            #expect(try await tab.page().status == 200)
            let news = try await tab.send(tab.request("GET", "news/1"))
            news.finishSending()
        }
        try await trial.expectSolved(solving, question, in: tab)
    }

    @Test("What a page may do is nothing but send its form back; nobody keeps or frames it")
    func headerFields() async throws {
        let trial = BrowserTrial()
        let solving = trial.solving(question)
        let tab = try await trial.tab()
        let page = try await tab.page()
        let policy = try #require(page["Content-Security-Policy"])
        let nonce = try #require(policy.firstMatch(of: /'nonce-([0-9a-f]{48})'/)?.1)
        #expect(
            policy == """
                default-src 'none'; script-src 'nonce-\(nonce)'; style-src 'nonce-\(nonce)'; img-src 'self' data:; \
                connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'
                """)
        #expect(page["Cache-Control"] == "no-store")
        #expect(page["X-Content-Type-Options"] == "nosniff")
        #expect(page["Referrer-Policy"] == "same-origin")
        #expect(page["Cross-Origin-Opener-Policy"] == "same-origin")
        #expect(page["Cross-Origin-Resource-Policy"] == "same-origin")
        #expect(page["Access-Control-Allow-Origin"] == nil)
        // Another page, another nonce; and each element that needs it has it.
        #expect(try await tab.page().body.contains(nonce) == false)
        #expect(page.body.components(separatedBy: "nonce=\"\(nonce)\"").count == 3)
        #expect(!page.body.contains("onclick") && !page.body.contains("style=\""))
        #expect(page.body.contains("<form method=\"post\" action=\"\(tab.path)\""))
        try await trial.expectSolved(solving, question, in: tab)
    }

    @Test("Paths are of 192 random bits, and no two are the same")
    func paths() {
        let addresses = (0..<100).map { _ in BrowserAddress(port: 1).path }
        #expect(Set(addresses).count == 100)
        #expect(addresses.allSatisfy { $0.wholeMatch(of: /\/[0-9a-f]{48}\//) != nil })
    }
}
