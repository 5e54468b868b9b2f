import CaptchaRetry
import CaptchaRetryTesting
import Foundation
import Testing

@Suite("AWS WAF: CAPTCHA and Challenge actions")
struct AWSWAFSchemeTests {
    static let request = PlainRequest(
        "POST", url: URL(string: "https://shop.example/orders?page=1"), headerFields: ["Cookie": "session=a; theme=b"],
        body: .data(Data("x".utf8)))

    private static func answer(_ action: String, status: Int) -> UpstreamAnswer {
        .html("<html>", status: status, headerFields: ["X-AMZN-WAF-Action": action, "Cache-Control": "no-store"])
    }

    @Test(
        "Both actions are recognised, and the token goes into the cookie",
        arguments: [("captcha", 405), ("challenge", 202), ("CAPTCHA", 405)])
    func cookie(action: String, status: Int) async throws {
        let upstream = ScriptedUpstream {
            $0.cookies["aws-waf-token"] == "1-a:b/c+d==" ? .ok : Self.answer(action, status: status)
        }
        let solver = StubSolver(token: "1-a:b/c+d==")
        let retry = CaptchaRetry(schemes: [.awsWAF], solver: solver)
        #expect(try await retry.perform(Self.request, send: upstream.send).text == #"{"ok": true}"#)
        #expect(solver.asked.map(\.prompt) == [.page(url("https://shop.example/orders?page=1"))])
        #expect(solver.asked.first?["action"] == action.lowercased())
        #expect(solver.asked.first?.scheme == "aws-waf")
        let replay = try #require(upstream.requests.last)
        #expect(replay.headerFields["Cookie"] == "session=a; theme=b; aws-waf-token=1-a:b/c+d==")
        #expect(replay.body == Data("x".utf8) && replay.target == "/orders?page=1")
    }

    @Test("A HEAD request, whose answer has no body, is recognised as well; header field and page are options")
    func options() async throws {
        let upstream = ScriptedUpstream {
            $0.headerFields["X-Aws-Waf-Token"] == "token" ? .ok : Self.answer("captcha", status: 405)
        }
        let solver = StubSolver(token: "token")
        let scheme = AWSWAFScheme.awsWAF(
            tokenPlace: .header("X-Aws-Waf-Token"), page: url("https://shop.example/captcha.html"))
        let head = PlainRequest("HEAD", url: URL(string: "https://shop.example/"))
        let response = try await CaptchaRetry(schemes: [scheme], solver: solver).perform(head, send: upstream.send)
        #expect(response.status == 200 && upstream.requests.last?.cookies["aws-waf-token"] == nil)
        #expect(solver.asked.map(\.prompt) == [.page(url("https://shop.example/captcha.html"))])
    }

    @Test(
        "Rule 12: the token goes with later requests to the origin, and with none elsewhere")
    func shared() async throws {
        let upstream = ScriptedUpstream {
            $0.cookies["aws-waf-token"] == "token" ? .ok : Self.answer("challenge", status: 202)
        }
        let solver = StubSolver(token: "token")
        let retry = CaptchaRetry(schemes: [.awsWAF], solver: solver)
        for _ in 1...3 { _ = try await retry.perform(Self.request, send: upstream.send) }
        #expect(solver.asked.count == 1 && upstream.requests.count == 4)
        let elsewhere = ScriptedUpstream { _ in .ok }
        _ = try await retry.perform(PlainRequest(url: URL(string: "https://other.example/")), send: elsewhere.send)
        #expect(elsewhere.requests.map { $0.cookies["aws-waf-token"] } == [nil])
    }

    @Test("The immunity time is the token's lifetime: 300 s, another one, or until it is refused")
    func immunity() {
        #expect(AWSWAFScheme.awsWAF.tokenScope == .shared(lifetime: .seconds(300)))
        #expect(AWSWAFScheme.awsWAF(immunityTime: .seconds(60)).tokenScope == .shared(lifetime: .seconds(60)))
        #expect(AWSWAFScheme.awsWAF(immunityTime: nil).tokenScope == .shared(lifetime: nil))
    }

    @Test("A Challenge may be followed by a CAPTCHA; the newer token takes the place of the older")
    func nested() async throws {
        let upstream = ScriptedUpstream { request in
            switch request.cookies["aws-waf-token"] {
            case "both": .ok
            case "silent": Self.answer("captcha", status: 405)
            default: Self.answer("challenge", status: 202)
            }
        }
        let solver = StubSolver { try CaptchaToken($0["action"] == "captcha" ? "both" : "silent") }
        let retry = CaptchaRetry(schemes: [.awsWAF], solver: solver)
        #expect(try await retry.perform(Self.request, send: upstream.send).text == #"{"ok": true}"#)
        #expect(solver.asked.map { $0["action"] } == ["challenge", "captcha"])
        #expect(upstream.requests.last?.cookies.all("aws-waf-token") == ["both"])
    }

    @Test(
        "Blocks, ordinary 202 and 405 answers and unknown actions pass through untouched",
        arguments: [
            PlainResponse(status: 202), PlainResponse(status: 202, body: Data(#"{"queued":true}"#.utf8)),
            PlainResponse(status: 405, headerFields: ["Allow": "GET"]),
            PlainResponse(
                status: 403, headerFields: ["Content-Type": "application/json"],
                body: Data(#"{"__type":"ForbiddenException","message":"Request not allowed due to WAF block."}"#.utf8)),
            PlainResponse(status: 403, headerFields: ["x-amzn-waf-action": "captcha"]),
            PlainResponse(status: 200, headerFields: ["x-amzn-waf-action": "challenge"]),
            PlainResponse(status: 405, headerFields: ["x-amzn-waf-action": "block"]),
            PlainResponse(status: 202, headerFields: ["x-amzn-waf-action": ""]),
        ])
    func notACaptcha(response: PlainResponse) async throws {
        try await expectUntouched(response, to: Self.request, by: .awsWAF)
    }
}
