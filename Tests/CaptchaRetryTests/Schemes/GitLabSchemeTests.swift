import CaptchaRetry
import CaptchaRetryTesting
import Foundation
import Testing

@Suite("GitLab: the check for spam")
struct GitLabSchemeTests {
    static let post = PlainRequest(
        "POST", url: URL(string: "https://gitlab.example/api/v4/projects/1/issues?title=a%20b"),
        headerFields: ["Content-Type": "application/json", "x-gitlab-spam-log-id": "old"],
        body: .data(Data(#"{"query": "mutation { }", "n": 1.0}"#.utf8)))

    static let challenges: [UpstreamAnswer] = [
        .json(
            """
            {"needs_captcha_response":true,"spam_log_id":9041237788123456789,"captcha_site_key":"KEY",
            "message":{"error":"Your snippet has been recognized as spam."}}
            """, status: 409),
        .json(
            #"{"message":["spam"],"spam_log_id":"9041237788123456789","captcha_site_key":"KEY","#
                + #""needs_captcha_response" : true}"#, status: 422),
        .json(
            """
            {"data":{"createSnippet":null},"errors":[{"message":"Something else failed"},"odd",
            {"message":"denied","extensions":{"spam":true,"needs_captcha_response":false}},
            {"message":"denied","path":["createSnippet"],"extensions":{"needs_captcha_response":true,
            "captcha_site_key":"KEY","spam_log_id":9041237788123456789}}]}
            """),
    ]

    @Test(
        "REST and GraphQL challenges are recognised, and the answer goes into two header fields", arguments: challenges)
    func recognised(answer: UpstreamAnswer) async throws {
        let upstream = ScriptedUpstream { $0.headerFields["X-GitLab-Captcha-Response"] == "tok/en" ? .ok : answer }
        let solver = StubSolver(token: "tok/en")
        let retry = CaptchaRetry(schemes: [.gitLab], solver: solver)
        #expect(try await retry.perform(Self.post, send: upstream.send).text == #"{"ok": true}"#)
        #expect(solver.asked.map(\.prompt) == [.widget(CaptchaWidget(provider: .reCAPTCHA, siteKey: "KEY"))])
        let replay = try #require(upstream.requests.last)
        #expect(replay.headerFields["X-GitLab-Spam-Log-Id"] == "9041237788123456789")
        #expect(replay.headerFields.fields.count == 3 && upstream.requests.count == 2)
        #expect(replay.body == upstream.requests[0].body && replay.target == upstream.requests[0].target)
    }

    @Test("A second challenge brings a new log number, which goes back with the second token")
    func secondRound() async throws {
        let upstream = ScriptedUpstream { request in
            guard request.headerFields["X-GitLab-Captcha-Response"] == "2" else {
                let log = request.headerFields["X-GitLab-Captcha-Response"] == nil ? 10 : 11
                return .json(
                    #"{"needs_captcha_response":true,"spam_log_id":\#(log),"captcha_site_key":"KEY"}"#, status: 409)
            }
            return .ok
        }
        let solver = StubSolver([.token("1"), .token("2")])
        _ = try await CaptchaRetry(schemes: [.gitLab], solver: solver).perform(Self.post, send: upstream.send)
        #expect(upstream.requests.map { $0.headerFields["X-GitLab-Spam-Log-Id"] } == ["old", "10", "11"])
        #expect(solver.told.map(\.outcome) == [.refused, .accepted])
    }

    @Test(
        "What only looks like a captcha comes back untouched",
        arguments: [
            .json(
                #"{"message":{"error":"recognized as spam and has been discarded, needs_captcha_response"}}"#,
                status: 409),
            .json(#"{"needs_captcha_response":false,"spam_log_id":1,"captcha_site_key":"KEY"}"#, status: 409),
            .json(#"{"needs_captcha_response":"true","spam_log_id":1,"captcha_site_key":"KEY"}"#, status: 409),
            .json(#"{"data":null,"errors":[{"extensions":{"spam":true,"needs_captcha_response":false}}]}"#),
            .json(#"{"data":null,"errors":{"extensions":{"needs_captcha_response":true}}}"#),
            .json(#"{"errors":[{"needs_captcha_response":true,"spam_log_id":1,"captcha_site_key":"KEY"}]}"#),
            .json(#"{"data":{"extensions":{"needs_captcha_response":true,"spam_log_id":1,"captcha_site_key":"K"}}}"#),
            .json(#"{"needs_captcha_response":true,"spam_log_id":1,"captcha_site_key":"K"#, status: 409),
            .json(#"{"message":"Conflict"}"#, status: 409),
        ] as [UpstreamAnswer])
    func notACaptcha(answer: UpstreamAnswer) async throws {
        let log = EventLog()
        let solver = StubSolver(token: "token")
        let retry = CaptchaRetry(schemes: [.gitLab], solver: solver, onEvent: log.add)
        let response = try await retry.perform(Self.post, send: ScriptedUpstream(answers: [answer]).send)
        #expect(try await ScriptedUpstream(answers: [answer]).send(Self.post) == response)
        #expect(solver.asked.isEmpty && log.events.isEmpty)
    }

    @Test(
        "A challenge that lacks what goes back passes through with an event",
        arguments: [#""spam_log_id":1"#, #""captcha_site_key":"KEY""#, #""captcha_site_key":"","spam_log_id":1"#])
    func unanswerable(fields: String) async throws {
        let body = #"{"needs_captcha_response":true,\#(fields)}"#
        let log = EventLog()
        let solver = StubSolver(token: "token")
        let retry = CaptchaRetry(schemes: [.gitLab], solver: solver, onEvent: log.add)
        let upstream = ScriptedUpstream(answers: [.json(body, status: 409)])
        #expect(try await retry.perform(Self.post, send: upstream.send).text == body)
        #expect(solver.asked.isEmpty && log.kinds == [.challenged, .passedThrough])
    }
}
