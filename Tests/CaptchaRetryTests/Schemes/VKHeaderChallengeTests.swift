import CaptchaRetry
import CaptchaRetryTesting
import Foundation
import Testing

@Suite("VK: the header challenge of a domain")
struct VKHeaderChallengeTests {
    static let api = PlainRequest(url: URL(string: "https://api.vk.ru:8443/method/users.get"))

    private static func challenge(_ url: String, status: Int = 200, body: String = "") -> UpstreamAnswer {
        .text(body, status: status, headerFields: ["x-challenge": "required", "X-CHALLENGE-URL": url])
    }

    @Test("It is recognised at any status and with any body", arguments: [200, 403, 418, 500], ["", "<html>", "{}"])
    func recognised(status: Int, body: String) async throws {
        let upstream = ScriptedUpstream {
            $0.headerFields["X-Challenge-Solution"] == "token"
                ? .ok : Self.challenge("/challenge.html", status: status, body: body)
        }
        let solver = StubSolver(token: "token")
        let retry = CaptchaRetry(schemes: [.vk], solver: solver)
        #expect(try await retry.perform(Self.api, send: upstream.send).text == #"{"ok": true}"#)
        #expect(solver.asked.first?.prompt == .page(url("https://api.vk.ru:8443/challenge.html")))
        #expect(solver.asked.first?.scheme == "vk.domain")
    }

    @Test("The page is found at the request's origin, or at its parent domain")
    func page() async throws {
        let cases: [(request: String, VKScheme.DomainPage, url: String, page: String)] = [
            ("https://api.vk.ru:8443/method/a", .requestOrigin, "/c.html?x=1", "https://api.vk.ru:8443/c.html?x=1"),
            ("https://api.vk.ru/method/a", .requestOrigin, "c.html", "https://api.vk.ru/c.html"),
            ("http://api.vk.ru/a", .requestOrigin, "https://id.vk.ru/c", "https://id.vk.ru/c"),
            ("https://api.vk.ru:8443/method/a", .parentDomain, "/c.html", "https://vk.ru/c.html"),
            ("http://vk.ru/a", .parentDomain, "/c.html", "https://vk.ru/c.html"),
            ("http://[::1]:8080/a", .parentDomain, "/c.html", "https://[::1]/c.html"),
            ("http://127.0.0.1:80/a", .parentDomain, "/c.html", "https://127.0.0.1/c.html"),
        ]
        for (request, rule, address, page) in cases {
            let solver = StubSolver(token: "token")
            let upstream = ScriptedUpstream(answers: [Self.challenge(address), .ok])
            let retry = CaptchaRetry(schemes: [.vk(domainPage: rule)], solver: solver)
            _ = try await retry.perform(PlainRequest(url: URL(string: request)), send: upstream.send)
            #expect(solver.asked.map(\.prompt) == [.page(url(page))])
        }
    }

    @Test(
        "Other values, and a challenge without an address, are ordinary responses",
        arguments: [
            ["X-Challenge": "required"], ["X-Challenge": "Required", "X-Challenge-Url": "/c"],
            ["X-Challenge": "none", "X-Challenge-Url": "/c"], ["X-Challenge-Url": "/c"],
            ["X-Challenge": "required", "X-Challenge-Url": ""],
        ])
    func ordinary(fields: [String: String]) async throws {
        let solver = StubSolver(token: "token")
        let answer = PlainResponse(headerFields: HeaderFields(fields.map { ($0.key, $0.value) }))
        let retry = CaptchaRetry(schemes: [.vk], solver: solver)
        var response = try await retry.perform(Self.api, send: ScriptedUpstream(answers: [.response(answer)]).send)
        response.url = nil
        #expect(response == answer && solver.asked.isEmpty)
    }

    @Test("Rule 12: its token goes with every later request to the origin, and with none to another one")
    func shared() async throws {
        let upstream = ScriptedUpstream {
            $0.headerFields["X-Challenge-Solution"] == "token" ? .ok : Self.challenge("/c")
        }
        let solver = StubSolver(token: "token")
        let retry = CaptchaRetry(schemes: [.vk], solver: solver)
        for _ in 1...3 { _ = try await retry.perform(Self.api, send: upstream.send) }
        #expect(solver.asked.count == 1 && upstream.requests.count == 4)

        let elsewhere = ScriptedUpstream { _ in .ok }
        for url in ["https://api.vk.ru/method/a", "http://api.vk.ru:8443/a", "https://evil.example:8443/a"] {
            _ = try await retry.perform(PlainRequest(url: URL(string: url)), send: elsewhere.send)
        }
        #expect(elsewhere.requests.allSatisfy { $0.headerFields["X-Challenge-Solution"] == nil })
        #expect(solver.told.map(\.outcome) == [.accepted])
    }

    @Test("Rule 12: a refused token is given up, and one new solve replaces it")
    func refused() async throws {
        let valid = LockedValue("1")
        let upstream = ScriptedUpstream {
            $0.headerFields["X-Challenge-Solution"] == valid.value ? .ok : Self.challenge("/c")
        }
        let solver = StubSolver { _ in try CaptchaToken(valid.value) }
        let retry = CaptchaRetry(schemes: [.vk], solver: solver)
        _ = try await retry.perform(Self.api, send: upstream.send)
        valid.withLock { $0 = "2" }
        _ = try await retry.perform(Self.api, send: upstream.send)
        _ = try await retry.perform(Self.api, send: upstream.send)
        #expect(upstream.requests.map { $0.headerFields["X-Challenge-Solution"] } == [nil, "1", "1", "2", "2"])
        #expect(solver.asked.count == 2)
    }

    @Test("Rule 10: one request may meet the header challenge and then error 14; the replay carries both tokens")
    func both() async throws {
        let upstream = ScriptedUpstream { request in
            guard request.headerFields["X-Challenge-Solution"] == "for vk.domain" else { return Self.challenge("/c") }
            guard request.query["success_token"] == "for vk" else {
                return .json(#"{"error":{"error_code":14,"redirect_uri":"\#(VKSchemeTests.page)"}}"#)
            }
            return .json(#"{"response":1}"#)
        }
        let solver = StubSolver { try CaptchaToken("for \($0.scheme)") }
        let retry = CaptchaRetry(schemes: [.vk], solver: solver)
        #expect(try await retry.perform(Self.api, send: upstream.send).text == #"{"response":1}"#)
        #expect(solver.asked.map(\.scheme) == ["vk.domain", "vk"])
        #expect(upstream.requests.count == 3)
        // The next request has the shared one only.
        _ = try await retry.perform(Self.api, send: upstream.send)
        #expect(solver.asked.map(\.scheme) == ["vk.domain", "vk", "vk"])
        #expect(upstream.requests[3].query["success_token"] == nil)
    }
}
