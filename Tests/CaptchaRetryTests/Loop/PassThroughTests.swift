import CaptchaRetry
import CaptchaRetryTesting
import Foundation
import Testing

@Suite("What is not answered comes back as the client gave it")
struct PassThroughTests {
    let solver = StubSolver(token: "token")
    let log = EventLog()

    private func retry(_ scheme: TestScheme = TestScheme(), _ policy: CaptchaRetryPolicy = .init()) -> CaptchaRetry {
        CaptchaRetry(schemes: [scheme], solver: solver, policy: policy, onEvent: log.add)
    }

    @Test(
        "Rules 1, 2: a body that is no captcha error is returned untouched, and nobody hears of it",
        arguments: [
            "", "{", "nonsense", "[]", "null", #"{"captcha": "#, #"{"captcha": true}"#, #"{"captcha": {"id": 1}}"#,
            #"{"captcha": ["x"]}"#, #"{"text": "\"captcha\""}"#, #"{"nested": {"captcha": "1"}}"#,
            "<html>\"captcha\"</html>", String(repeating: "[", count: 100_000) + "\"captcha\"",
        ])
    func notACaptcha(body: String) async throws {
        let answer = PlainResponse(status: 403, headerFields: ["X-A": "b"], body: Data(body.utf8))
        let upstream = ScriptedUpstream(answers: [.response(answer)])
        var response = try await retry().perform(PlainRequest.get, send: upstream.send)
        response.url = nil
        #expect(response == answer)
        #expect(upstream.requests.count == 1)
        #expect(solver.asked.isEmpty && log.events.isEmpty)
    }

    @Test("Rule 2: a captcha error above the bound on inspected bodies is an ordinary result")
    func oversized() async throws {
        let padding = String(repeating: " ", count: 1 << 20)
        let body = #"{"captcha": "1"}"#
        let upstream = ScriptedUpstream(answers: [
            .json(body + padding), .json(body + padding.dropLast(body.utf8.count)),
        ])
        let response = try await retry().perform(PlainRequest.get, send: upstream.send)
        #expect(response.body.count == body.utf8.count + padding.utf8.count)
        #expect(solver.asked.isEmpty)
        // Just at the bound it is one.
        _ = await captchaError { try await retry().perform(PlainRequest.get, send: upstream.send) }
        #expect(solver.asked.count == 1)
    }

    @Test("Rule 2: a captcha error is recognised at any status", arguments: [200, 202, 400, 401, 403, 409, 429, 503])
    func anyStatus(status: Int) async throws {
        let upstream = ScriptedUpstream { $0.token == "token" ? .ok : .captcha(1, status: status) }
        let response = try await retry().perform(PlainRequest.get, send: upstream.send)
        #expect(response.text == #"{"ok": true}"#)
    }

    @Test("Rule 3: a captcha error that cannot be answered comes back with an event, and no solver is asked")
    func unanswerable() async throws {
        let upstream = ScriptedUpstream(answers: [.captcha("impossible")])
        let response = try await retry().perform(PlainRequest.get, send: upstream.send)
        #expect(response.status == 403 && response.text == #"{"captcha": "impossible"}"#)
        #expect(solver.asked.isEmpty)
        #expect(log.kinds == [.challenged, .passedThrough])
        #expect(log.events.last?.detail == "a hard block")
    }

    @Test(
        "Rule 3: a picture may stand in its own address, a page may not",
        arguments: [
            (CaptchaPrompt.picture, "data:image/gif;base64,R0lGODlh", true),
            (CaptchaPrompt.page, "data:text/html,x", false),
            (CaptchaPrompt.picture, "javascript:alert(1)", false),
        ])
    func dataURL(prompt: @Sendable (URL) -> CaptchaPrompt, text: String, isAsked: Bool) async throws {
        let challenge = CaptchaChallenge(scheme: "x", prompt: prompt(try #require(URL(string: text))))
        _ = try? await retry().perform(recognizing: { _ in challenge }) { answer in
            if answer == nil { throw CancellationError() }
        }
        #expect(solver.asked.map(\.prompt) == (isAsked ? [challenge.prompt] : []))
    }

    @Test("Rule 7: a captcha error of another origin, behind a redirect, gets no token")
    func redirected() async throws {
        let response = try await retry().perform(PlainRequest.get) { _ in
            PlainResponse(
                status: 403, body: Data(#"{"captcha": "1"}"#.utf8), url: URL(string: "https://evil.example/items"))
        }
        #expect(response.status == 403)
        #expect(solver.asked.isEmpty)
        #expect(log.kinds == [.challenged, .passedThrough])
    }

    @Test("An error of the client is thrown as it is, and nobody is asked")
    func clientError() async throws {
        struct Offline: Error {}
        await #expect(throws: Offline.self) {
            try await retry().perform(PlainRequest.get) { _ -> PlainResponse in throw Offline() }
        }
        #expect(solver.asked.isEmpty && log.events.isEmpty)
    }

    @Test("Section 4: neither caller nor client is taken to another executor")
    @MainActor
    func noHop() async throws {
        // It runs wherever it is called from.
        nonisolated(nonsending) func send(_ request: PlainRequest) async -> PlainResponse {
            MainActor.assertIsolated()
            let isAnswered = request.value(forHTTPHeaderField: "X-captcha-token") == "token"
            return PlainResponse(body: Data((isAnswered ? "{}" : #"{"captcha": "1"}"#).utf8))
        }
        let response = try await retry().perform(PlainRequest.get, send: send)
        #expect(response.text == "{}")
    }

    @Test("Rule 2: each scheme sees only the statuses that it names")
    func statusesOfEachScheme() async throws {
        struct Picky: CaptchaScheme {
            let id = "picky"
            let tokenScope = TokenScope.singleUse
            let signal = CaptchaSignal(statuses: [403], bodyMarkers: ["hint"])
            func challenge(
                in response: borrowing some InspectableResponse, to request: borrowing some ReplayableRequest
            ) -> CaptchaChallenge? {
                response.json()?["hint"]?.string.map { CaptchaChallenge(scheme: id, prompt: .question($0)) }
            }
            func edits(for token: CaptchaToken, answering challenge: CaptchaChallenge) -> [RequestEdit] { [] }
        }
        let retry = CaptchaRetry(schemes: [Picky(), TestScheme()], solver: solver)
        let body = #"{"hint": "x", "captcha": true}"#
        let upstream = ScriptedUpstream(answers: [.json(body, status: 200), .json(body, status: 403), .ok])
        #expect(try await retry.perform(PlainRequest.get, send: upstream.send).text == body)
        #expect(solver.asked.isEmpty)
        #expect(try await retry.perform(PlainRequest.get, send: upstream.send).text == #"{"ok": true}"#)
        #expect(solver.asked.count == 1)
    }

    @Test("Section 4: neither request, response, closure nor isolation has to be Sendable")
    @MainActor
    func nothingSendable() async throws {
        final class Box { var sends = 0 }
        struct Request: ReplayableRequest {
            var inner = PlainRequest.get
            var box: Box
            var url: URL? {
                get { inner.url }
                set { inner.url = newValue }
            }
            var httpMethod: String? {
                get { inner.httpMethod }
                set { inner.httpMethod = newValue }
            }
            var replayableBody: ReplayableBody {
                get { inner.replayableBody }
                set { inner.replayableBody = newValue }
            }
            func value(forHTTPHeaderField name: String) -> String? { inner.value(forHTTPHeaderField: name) }
            mutating func setValue(_ value: String?, forHTTPHeaderField name: String) {
                inner.setValue(value, forHTTPHeaderField: name)
            }
        }
        struct Response: InspectableResponse {
            var box: Box
            var text: String
            var status: Int { 200 }
            func value(forHTTPHeaderField name: String) -> String? { nil }
            func withBodyBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
                Array(text.utf8).withUnsafeBytes(body)
            }
        }
        let box = Box()
        let response = try await retry().perform(Request(box: box)) { request in
            MainActor.assertIsolated()
            box.sends += 1
            let isAnswered = request.value(forHTTPHeaderField: "X-captcha-token") == "token"
            return Response(box: box, text: isAnswered ? "fine" : #"{"captcha": "1"}"#)
        }
        #expect(response.text == "fine" && box.sends == 2)
    }
}
