import CaptchaRetry
import CaptchaRetryTesting
import Foundation
import Testing

@Suite("Matrix: user-interactive authentication")
struct MatrixSchemeTests {
    static let register = PlainRequest(
        "POST", url: URL(string: "https://matrix.example/_matrix/client/v3/register?kind=user"),
        headerFields: ["Content-Type": "application/json"],
        body: .data(Data(#"{"username":"u", "password":"p/é", "n":1.50}"#.utf8)))

    /// A homeserver with one session and these flows; `right` is the answer to its captcha.
    static func homeserver(_ flows: [[String]], completed: [String] = []) -> ScriptedUpstream {
        let done = LockedValue(completed)
        return ScriptedUpstream { request in
            guard let auth = request.json?["auth"] else { return incomplete(flows, completed) }
            guard auth["session"]?.string == "S/1" else { return .json(#"{"errcode":"M_UNKNOWN"}"#, status: 400) }
            let stage = auth["type"]?.string
            if stage == "m.login.recaptcha", auth["response"]?.string != "right" {
                let refusal = #""errcode":"M_UNAUTHORIZED","error":"Captcha authentication failed","#
                return incomplete(flows, done.value, refusal)
            }
            let now = done.withLock { done in
                if let stage { done.append(stage) }
                return done
            }
            let isDone = flows.contains { $0.allSatisfy(now.contains) }
            return isDone ? .json(#"{"user_id":"@u:matrix.example"}"#) : incomplete(flows, now)
        }
    }

    static func incomplete(_ flows: [[String]], _ completed: [String], _ refusal: String = "") -> UpstreamAnswer {
        let flows = flows.map { #"{"stages":\#($0)}"# }.joined(separator: ",")
        let params = #"{"m.login.recaptcha":{"public_key":"KEY"},"m.login.terms":{"policies":{}}}"#
        let completed = completed.isEmpty ? "" : #""completed":\#(completed),"#
        return .json(
            #"{\#(refusal)\#(completed)"flows":[\#(flows)],"params":\#(params),"session":"S/1"}"#, status: 401)
    }

    private let log = EventLog()

    private func perform(
        _ upstream: ScriptedUpstream, _ solver: StubSolver, acceptsTerms: Bool = false
    ) async throws -> PlainResponse {
        let scheme = MatrixScheme(acceptsTerms: acceptsTerms)
        let retry = CaptchaRetry(schemes: [scheme], solver: solver, onEvent: log.add)
        return try await retry.perform(Self.register, send: upstream.send)
    }

    private static func auths(_ upstream: ScriptedUpstream) -> [String] {
        upstream.requests.map { request in
            let auth = request.json?["auth"]
            return auth?.members?.map { "\($0.name)=\($0.value.string ?? "")" }.joined(separator: " ") ?? "-"
        }
    }

    @Test("Where the captcha is the last stage, the replay carries the token and the session")
    func lastStage() async throws {
        let upstream = Self.homeserver([["m.login.email.identity", "m.login.recaptcha"], ["m.login.recaptcha"]])
        let solver = StubSolver(token: "right")
        let response = try await perform(upstream, solver)
        #expect(response.text == #"{"user_id":"@u:matrix.example"}"#)
        #expect(solver.asked.map(\.prompt) == [.widget(CaptchaWidget(provider: .reCAPTCHA, siteKey: "KEY"))])
        #expect(solver.asked.first?.refusal == nil)
        let body = upstream.requests.last.map { String(decoding: $0.body, as: UTF8.self) }
        let auth = #""auth":{"type":"m.login.recaptcha","response":"right","session":"S/1"}"#
        #expect(body == #"{"username":"u", "password":"p/é", "n":1.50,\#(auth)}"#)
        #expect(upstream.requests.count == 2 && solver.told.map(\.outcome) == [.accepted])
    }

    @Test("Where the dummy stage is left, the token is handed in first, and nobody is asked twice")
    func dummyStage() async throws {
        let upstream = Self.homeserver([
            ["m.login.recaptcha", "m.login.terms", "m.login.dummy"], ["m.login.recaptcha", "m.login.dummy"],
        ])
        let solver = StubSolver(token: "right")
        #expect(try await perform(upstream, solver).status == 200)
        #expect(solver.asked.count == 1 && solver.told.map(\.outcome) == [.accepted])
        #expect(
            Self.auths(upstream) == [
                "-", "type=m.login.recaptcha response=right session=S/1", "type=m.login.dummy session=S/1",
            ])
        #expect(upstream.requests.allSatisfy { $0.target == "/_matrix/client/v3/register?kind=user" })
    }

    @Test(
        "A refused token prompts again in the same session, with the reason",
        arguments: [["m.login.recaptcha"], ["m.login.recaptcha", "m.login.dummy"]])
    func refused(flow: [String]) async throws {
        let upstream = Self.homeserver([flow])
        let solver = StubSolver([.token("wrong"), .token("right")])
        #expect(try await perform(upstream, solver).status == 200)
        #expect(solver.asked.map(\.refusal) == [nil, "Captcha authentication failed"])
        #expect(solver.asked.map(\.round) == [1, 2])
        #expect(solver.told.map(\.outcome) == [.refused, .accepted])
        #expect(Self.auths(upstream).allSatisfy { $0 == "-" || $0.hasSuffix("session=S/1") })
    }

    @Test("Terms that are accepted beforehand are one more stage on the way")
    func terms() async throws {
        let flow = ["m.login.recaptcha", "m.login.dummy", "m.login.terms"]
        let upstream = Self.homeserver([["m.login.recaptcha", "m.login.email.identity"], flow])
        let solver = StubSolver([.token("wrong"), .token("right")])
        #expect(try await perform(upstream, solver, acceptsTerms: true).status == 200)
        #expect(solver.told.map(\.outcome) == [.refused, .accepted])
        #expect(
            Self.auths(upstream) == [
                "-", "type=m.login.recaptcha response=wrong session=S/1",
                "type=m.login.recaptcha response=right session=S/1", "type=m.login.dummy session=S/1",
                "type=m.login.terms session=S/1",
            ])
    }

    @Test("A stage on the way that fails, or never completes, ends the request with an error")
    func stuckStage() async throws {
        let flow = ["m.login.recaptcha", "m.login.dummy", "m.login.terms"]
        for (refusal, sends) in [(#""errcode":"M_FORBIDDEN","#, 3), ("", 9)] {
            let upstream = ScriptedUpstream { request in
                switch request.json?["auth"]?["type"]?.string {
                case nil: Self.incomplete([flow], [])
                case "m.login.recaptcha": Self.incomplete([flow], ["m.login.recaptcha"])
                default: Self.incomplete([flow], ["m.login.recaptcha"], refusal)
                }
            }
            let error = await captchaError {
                try await perform(upstream, StubSolver(token: "right"), acceptsTerms: true)
            }
            #expect(error?.code == .submissionFailed && upstream.requests.count == sends)
        }
    }

    @Test("A stage that the caller has to show comes back to it, with the captcha completed")
    func otherStage() async throws {
        let upstream = Self.homeserver([["m.login.recaptcha", "m.login.terms", "m.login.dummy"]])
        let solver = StubSolver(token: "right")
        let response = try await perform(upstream, solver)
        let completed = response.json()?["completed"]?.elements?.compactMap(\.string)
        #expect(response.status == 401 && completed == ["m.login.recaptcha"])
        #expect(solver.asked.count == 1 && upstream.requests.count == 2)
    }

    @Test("The completed stages count: a captcha may come after them, and the dummy stage may be over")
    func completed() async throws {
        let upstream = Self.homeserver(
            [["m.login.dummy", "m.login.recaptcha"]], completed: ["m.login.dummy"])
        #expect(try await perform(upstream, StubSolver(token: "right")).status == 200)
        #expect(upstream.requests.count == 2)
    }

    @Test("A captcha that was passed on the fallback page needs the session only")
    func outOfBand() async throws {
        for (flow, expected) in [
            (["m.login.recaptcha"], "session=S/1"),
            (["m.login.recaptcha", "m.login.dummy"], "type=m.login.dummy session=S/1"),
        ] {
            let upstream = ScriptedUpstream {
                $0.json?["auth"] == nil ? Self.incomplete([flow], []) : .json(#"{"user_id":"@u:matrix.example"}"#)
            }
            #expect(try await perform(upstream, StubSolver([.outOfBand])).status == 200)
            #expect(Self.auths(upstream) == ["-", expected])
        }
    }

    @Test("An answer to the token that ends the request is its result; a failure of the server is an error")
    func endOfSubmission() async throws {
        for (status, isResult) in [(200, true), (400, true), (403, false), (429, false), (502, false), (401, false)] {
            let end = UpstreamAnswer.json(#"{"errcode":"M_X"}"#, status: status)
            let upstream = ScriptedUpstream(answers: [
                Self.incomplete([["m.login.recaptcha", "m.login.dummy"]], []), end,
            ])
            let solver = StubSolver(token: "right")
            if isResult {
                #expect(try await perform(upstream, solver).status == status)
            } else {
                let error = await captchaError { try await perform(upstream, solver) }
                #expect(error?.code == .submissionFailed && error?.lastResponse?.status == status)
            }
            #expect(upstream.requests.count == 2)
        }
    }

    @Test(
        "What only looks like a captcha comes back untouched",
        arguments: [
            .json(#"{"errcode":"M_UNKNOWN_TOKEN","error":"m.login.recaptcha"}"#, status: 401),
            incomplete([["m.login.password"], ["m.login.email.identity", "m.login.recaptcha"]], []),
            incomplete([["m.login.recaptcha", "m.login.terms"]], ["m.login.recaptcha"]), incomplete([], []),
            .json(#"{"flows":[{"stages":["m.login.recaptcha"]}],"session":"S"}"#, status: 403),
            .json(#"{"flows":[{"stages":["m.login.recaptcha"]}],"session":"S"}"#, status: 200),
            .json(#"{"flows":{"stages":["m.login.recaptcha"]},"session":"S"}"#, status: 401),
            .json(#"{"flows":["m.login.recaptcha", 1, {"stages":"m.login.recaptcha"}]}"#, status: 401),
            .html("<p>m.login.recaptcha</p>", status: 401),
        ] as [UpstreamAnswer])
    func notACaptcha(answer: UpstreamAnswer) async throws {
        let solver = StubSolver(token: "right")
        let response = try await perform(ScriptedUpstream(answers: [answer]), solver)
        #expect(try await ScriptedUpstream(answers: [answer]).send(Self.register) == response)
        #expect(solver.asked.isEmpty && log.events.isEmpty)
    }

    @Test("A captcha without a site key passes through with an event")
    func unanswerable() async throws {
        let answer = UpstreamAnswer.json(#"{"flows":[{"stages":["m.login.recaptcha"]}],"session":"S"}"#, status: 401)
        let solver = StubSolver(token: "right")
        #expect(try await perform(ScriptedUpstream(answers: [answer]), solver).status == 401)
        #expect(solver.asked.isEmpty && log.kinds == [.challenged, .passedThrough])
    }
}
