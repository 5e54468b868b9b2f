import CaptchaRetry
import CaptchaRetryTesting
import Foundation
import Testing

@Suite("Proton: human verification")
struct ProtonSchemeTests {
    static let request = PlainRequest(
        "POST", url: URL(string: "https://api.example/auth/v4"), body: .data(Data(#"{"Username":"u"}"#.utf8)))
    static let page = "https://verify.proton.me/?methods=captcha&token=Qc1"

    static func challenge(_ details: String, status: Int = 422) -> UpstreamAnswer {
        .json(#"{"Code":9001,"Error":"please complete CAPTCHA","Details":{\#(details)}}"#, status: status)
    }

    static let full = challenge(
        """
        "HumanVerificationToken":"Qc1","HumanVerificationMethods":["captcha"],"Direct":1,"Description":"",
        "Title":"Human Verification","WebUrl":"\(page)","ExpiresAt":4102444800
        """)

    /// A request's token and its type.
    private static func token(_ request: UpstreamRequest) -> String? {
        request.headerFields["X-PM-Human-Verification-Token"].map { token in
            "\(token) \(request.headerFields["X-PM-Human-Verification-Token-Type"] ?? "-")"
        }
    }

    @Test(
        "Code 9001 is recognised at any status; page, end and the two header fields are right",
        arguments: [422, 444, 200])
    func recognised(status: Int) async throws {
        let old = Self.challenge(
            #""HumanVerificationToken":"Q+c/1","Title":"x","HumanVerificationMethods":["captcha","sms"]"#,
            status: status)
        let cases = [
            (Self.full, Self.page, CaptchaChallenge.Expiry.at(Date(timeIntervalSince1970: 4_102_444_800))),
            (old, "https://verify.proton.me/?methods=captcha%2Csms&token=Q%2Bc%2F1", nil),
        ]
        for (answer, page, expiry) in cases {
            let upstream = ScriptedUpstream { Self.token($0) == "dest:123 captcha" ? .ok : answer }
            let solver = StubSolver(token: "dest:123")
            let retry = CaptchaRetry(schemes: [.proton], solver: solver)
            #expect(try await retry.perform(Self.request, send: upstream.send).text == #"{"ok": true}"#)
            #expect(solver.asked.map(\.prompt) == [.page(url(page))] && solver.asked.first?.expiry == expiry)
            #expect(upstream.requests.last?.body == upstream.requests.first?.body)
        }
    }

    @Test("The token's type is what the solver says, else the captcha, else the first method")
    func type() async throws {
        let sms = Self.challenge(#""HumanVerificationToken":"Qc1","HumanVerificationMethods":["sms","email"]"#)
        let bare = Self.challenge(#""HumanVerificationToken":"Qc1","ExpiresAt":0"#)
        let cases: [(UpstreamAnswer, StubSolver.Answer, String)] = [
            (Self.full, .token("t", extras: ["type": "ownership-sms"]), "t ownership-sms"),
            (Self.full, .token("t"), "t captcha"), (sms, .token("t"), "t sms"), (bare, .token("t"), "t captcha"),
            (Self.full, .outOfBand, "Qc1 captcha"),
        ]
        for (answer, token, expected) in cases {
            let upstream = ScriptedUpstream(answers: [answer, .ok])
            let solver = StubSolver([token])
            _ = try await CaptchaRetry(schemes: [.proton], solver: solver).perform(Self.request, send: upstream.send)
            #expect(upstream.requests.last.flatMap(Self.token) == expected)
        }
    }

    @Test("Rule 12: the token goes with later requests of the same identity")
    func shared() async throws {
        let upstream = ScriptedUpstream { Self.token($0) == nil ? Self.full : .ok }
        let solver = StubSolver(token: "t")
        let retry = CaptchaRetry(schemes: [.proton], solver: solver)
        for _ in 1...3 { _ = try await retry.perform(Self.request, identity: "a", send: upstream.send) }
        #expect(solver.asked.count == 1 && upstream.requests.count == 4)
        _ = try await retry.perform(Self.request, identity: "b", send: upstream.send)
        #expect(solver.asked.count == 2)
    }

    @Test(
        "A code that refuses the token has it given up, and a new captcha is fetched and shown",
        arguments: [12087, 12214, 85131])
    func refused(code: Int) async throws {
        let valid = LockedValue("1")
        let upstream = ScriptedUpstream { request in
            guard let token = request.headerFields["x-pm-human-verification-token"] else { return Self.full }
            return token == valid.value ? .ok : .json(#"{"Code":\#(code),"Error":"invalid"}"#, status: 422)
        }
        let solver = StubSolver([.token("0"), .token("1"), .token("2")])
        let retry = CaptchaRetry(schemes: [.proton], solver: solver)
        // Refused in a replay …
        #expect(try await retry.perform(Self.request, send: upstream.send).status == 200)
        #expect(upstream.requests.map { $0.headerFields["x-pm-human-verification-token"] } == [nil, "0", nil, "1"])
        #expect(solver.asked.map(\.prompt) == [.page(url(Self.page)), .page(url(Self.page))])
        #expect(solver.told.map(\.outcome) == [.refused, .accepted])
        // … and as a token that was held.
        valid.withLock { $0 = "2" }
        #expect(try await retry.perform(Self.request, send: upstream.send).status == 200)
        let later = upstream.requests.dropFirst(4).map { $0.headerFields["x-pm-human-verification-token"] }
        #expect(later == ["1", nil, "2"])
        #expect(solver.asked.count == 3)
    }

    @Test(
        "What is no human verification comes back untouched",
        arguments: [
            .json(#"{"Code":2001,"Error":"HumanVerification 9001"}"#, status: 422),
            .json(#"{"Code":12087,"Error":"an ordinary result"}"#),
            .json(#"{"Code":9002,"Details":{"HumanVerificationToken":"a","ChallengeType":1}}"#, status: 422),
            .json(#"{"Code":9001,"Error":"CAPTCHA"}"#, status: 422),
            .json(#"{"Code":9001,"Details":{"Title":"HumanVerification"}}"#, status: 422),
            .json(#"{"Code":"9001","Details":{"HumanVerificationToken":"a"}}"#, status: 422),
            .json(#"{"Code":1000,"Size":12087,"Details":{"HumanVerificationToken":"a"}}"#),
            .json(#"{"Responses":[{"Code":9001,"Details":{"HumanVerificationToken":"a"}}]}"#),
            .json(#"[{"Code":9001,"Details":{"HumanVerificationToken":"a"}}]"#, status: 422),
            .json(#"{"Code":9001,"Details":{"HumanVerificationToken":"a"}"#, status: 422),
        ] as [UpstreamAnswer])
    func notACaptcha(answer: UpstreamAnswer) async throws {
        let log = EventLog()
        let solver = StubSolver(token: "token")
        let retry = CaptchaRetry(schemes: [.proton], solver: solver, onEvent: log.add)
        let response = try await retry.perform(Self.request, send: ScriptedUpstream(answers: [answer]).send)
        #expect(try await ScriptedUpstream(answers: [answer]).send(Self.request) == response)
        #expect(solver.asked.isEmpty && log.events.isEmpty)
    }

    @Test("A caller that has a token of its own gets the answer to it")
    func ownToken() async throws {
        var request = Self.request
        request.headerFields["X-Pm-Human-Verification-Token"] = "mine"
        for answer in [Self.full, .json(#"{"Code":12087}"#, status: 422)] {
            let solver = StubSolver(token: "token")
            let upstream = ScriptedUpstream(answers: [answer])
            _ = try await CaptchaRetry(schemes: [.proton], solver: solver).perform(request, send: upstream.send)
            #expect(solver.asked.isEmpty && upstream.requests.count == 1)
        }
    }

    @Test(
        "A challenge without a token, or without a page, passes through with an event",
        arguments: [#""HumanVerificationMethods":["captcha"]"#, #""HumanVerificationToken":"a","WebUrl":"x://y""#])
    func unanswerable(details: String) async throws {
        let log = EventLog()
        let solver = StubSolver(token: "token")
        let retry = CaptchaRetry(schemes: [.proton], solver: solver, onEvent: log.add)
        let upstream = ScriptedUpstream(answers: [Self.challenge(details)])
        #expect(try await retry.perform(Self.request, send: upstream.send).status == 422)
        #expect(solver.asked.isEmpty && log.kinds == [.challenged, .passedThrough])
    }
}
