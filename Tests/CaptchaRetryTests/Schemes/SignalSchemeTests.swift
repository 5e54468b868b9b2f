import CaptchaRetry
import CaptchaRetryTesting
import Foundation
import Testing

@Suite("Signal: the rate-limit challenge")
struct SignalSchemeTests {
    static let request = PlainRequest(
        "PUT", url: URL(string: "https://chat.example/v1/messages/abc?story=false"),
        headerFields: ["Authorization": "Basic me", "Content-Type": "application/x-protobuf"],
        body: .data(Data([0, 1, 2])))

    static let captcha = "signal-hcaptcha.00000000-aaaa.challenge.P1_a/b+c="
    static let page = "https://signalcaptchas.org/challenge/generate.html"

    private static func challenge(_ options: String, token: String = "3eaa-made-up") -> UpstreamAnswer {
        .json(
            #"{"token":"\#(token)","options":\#(options)}"#, status: 428, headerFields: ["Retry-After": "86400"])
    }

    /// Lets messages through once the right captcha was handed in.
    private static func upstream(
        _ challenge: UpstreamAnswer = challenge(#"["captcha"]"#), refusal: Int = 428
    ) -> ScriptedUpstream {
        let isOpen = LockedValue(false)
        return ScriptedUpstream { request in
            guard request.path == "/v1/challenge" else { return isOpen.value ? .ok : challenge }
            guard request.json?["captcha"]?.string == captcha else { return .status(refusal) }
            isOpen.withLock { $0 = true }
            return .status(200)
        }
    }

    @Test(
        "The captcha is handed in without its link's scheme, and the original is sent again as it was",
        arguments: [captcha, "signalcaptcha://" + captcha, "SignalCaptcha://" + captcha])
    func handedIn(token: String) async throws {
        let upstream = Self.upstream()
        let solver = StubSolver(token: token)
        let retry = CaptchaRetry(schemes: [.signal], solver: solver)
        #expect(try await retry.perform(Self.request, send: upstream.send).text == #"{"ok": true}"#)
        #expect(solver.asked.map(\.prompt) == [.page(url(Self.page))] && solver.asked.first?.expiry == nil)
        let sent = upstream.requests
        #expect(
            sent.map(\.target) == ["/v1/messages/abc?story=false", "/v1/challenge", "/v1/messages/abc?story=false"])
        #expect(sent.first == sent.last)
        #expect(sent[1].method == "PUT" && sent[1].headerFields["Authorization"] == "Basic me")
        #expect(sent[1].headerFields["Content-Type"] == "application/json")
        #expect(
            String(decoding: sent[1].body, as: UTF8.self)
                == #"{"type":"captcha","token":"3eaa-made-up","captcha":"\#(Self.captcha)"}"#)
    }

    @Test(
        "Options of older versions and unknown ones make no difference",
        arguments: [
            #"["pushChallenge","captcha"]"#, #"["recaptcha"]"#, #"["RECAPTCHA","PUSH_CHALLENGE"]"#,
            #"["something-new",7,null,"captcha"]"#, "[]", "null", #""captcha""#,
        ])
    func options(options: String) async throws {
        let solver = StubSolver(token: Self.captcha)
        let retry = CaptchaRetry(schemes: [.signal(page: url("https://staging.example/c"))], solver: solver)
        let upstream = Self.upstream(Self.challenge(options))
        #expect(try await retry.perform(Self.request, send: upstream.send).status == 200)
        #expect(solver.asked.map(\.prompt) == [.page(url("https://staging.example/c"))])
    }

    @Test("A challenge without options is a captcha too")
    func noOptions() async throws {
        let upstream = Self.upstream(.json(#"{"token":"made-up"}"#, status: 428))
        let retry = CaptchaRetry(schemes: [.signal], solver: StubSolver(token: Self.captcha))
        #expect(try await retry.perform(Self.request, send: upstream.send).status == 200)
        #expect(upstream.requests[1].json?["token"]?.string == "made-up")
    }

    @Test("A captcha that is refused is asked for again", arguments: [400, 428])
    func refused(status: Int) async throws {
        let upstream = Self.upstream(refusal: status)
        let solver = StubSolver([.token("signal-hcaptcha.x.registration.y"), .token(Self.captcha)])
        let retry = CaptchaRetry(schemes: [.signal], solver: solver)
        #expect(try await retry.perform(Self.request, send: upstream.send).status == 200)
        #expect(solver.told.map(\.outcome) == [.refused, .accepted])
        #expect(upstream.requests.map(\.path).filter { $0 == "/v1/challenge" }.count == 2)
    }

    @Test("Other errors while handing in say nothing about the captcha", arguments: [401, 413, 429, 500])
    func failed(status: Int) async {
        let solver = StubSolver(token: "any")
        let retry = CaptchaRetry(schemes: [.signal], solver: solver)
        let upstream = Self.upstream(refusal: status)
        let error = await captchaError { try await retry.perform(Self.request, send: upstream.send) }
        #expect(error?.code == .submissionFailed && error?.lastResponse?.status == status)
        #expect(solver.told.map(\.outcome) == [.undetermined])
    }

    @Test("When the replay is challenged again, the new token is handed in")
    func secondRound() async throws {
        let upstream = ScriptedUpstream(answers: [
            Self.challenge(#"["captcha"]"#, token: "first"), .status(200),
            Self.challenge(#"["captcha"]"#, token: "second"), .status(204), .ok,
        ])
        let retry = CaptchaRetry(schemes: [.signal], solver: StubSolver(token: Self.captcha))
        #expect(try await retry.perform(Self.request, send: upstream.send).text == #"{"ok": true}"#)
        #expect(upstream.requests.compactMap { $0.json?["token"]?.string } == ["first", "second"])
    }

    @Test("Only a push message can meet it: it passes through with an event", arguments: ["pushChallenge", "new"])
    func noCaptcha(option: String) async throws {
        try await expectUntouched(
            PlainResponse(status: 428, body: Data(#"{"token":"a","options":["\#(option)"]}"#.utf8)), to: Self.request,
            by: .signal, events: [.challenged, .passedThrough])
    }

    @Test(
        "Rate limits, and a 428 without a token, pass through untouched",
        arguments: [
            PlainResponse(status: 413, headerFields: ["Retry-After": "60"]), PlainResponse(status: 429),
            PlainResponse(status: 429, body: Data(#"{"token":"a","options":["captcha"]}"#.utf8)),
            PlainResponse(status: 428), PlainResponse(status: 428, body: Data(#"{"options":["captcha"]}"#.utf8)),
            PlainResponse(status: 428, body: Data(#"{"token":"","options":["captcha"]}"#.utf8)),
            PlainResponse(status: 428, body: Data(#"{"token":17,"options":["captcha"]}"#.utf8)),
            PlainResponse(status: 428, body: Data(#"{"token":"a","options":["captcha"]"#.utf8)),
            PlainResponse(status: 428, body: Data(#"[{"token":"a","options":["captcha"]}]"#.utf8)),
            PlainResponse(status: 200, body: Data(#"{"token":"a","options":["captcha"]}"#.utf8)),
        ])
    func notACaptcha(response: PlainResponse) async throws {
        try await expectUntouched(response, to: Self.request, by: .signal)
    }
}
