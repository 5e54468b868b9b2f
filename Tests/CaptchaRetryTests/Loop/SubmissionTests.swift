import CaptchaRetry
import CaptchaRetryTesting
import Foundation
import Testing

/// `{"captcha": "ID"}` at 428; the token is handed in by `PUT /challenge`, and the original is replayed bare.
private struct SubmitScheme: CaptchaScheme {
    var id = "submit"
    var tokenScope = TokenScope.singleUse
    let signal = CaptchaSignal(statuses: [428], bodyMarkers: ["captcha"])
    /// Where the token goes.
    var place = "/challenge"

    func challenge(
        in response: borrowing some InspectableResponse, to request: borrowing some ReplayableRequest
    ) -> CaptchaChallenge? {
        guard let id = response.json()?["captcha"]?.string else { return nil }
        return CaptchaChallenge(scheme: self.id, prompt: .question(id), echo: [.init("id", id)])
    }

    func edits(for token: CaptchaToken, answering challenge: CaptchaChallenge) -> [RequestEdit] { [] }

    func submission(
        of token: CaptchaToken, answering challenge: CaptchaChallenge, to request: borrowing some ReplayableRequest
    ) -> CaptchaSubmission? {
        CaptchaSubmission(
            "PUT", url: URL(string: place, relativeTo: request.url),
            json: ["token": token.value ?? "", "id": challenge["id"] ?? ""])
    }

    func verdict(
        on response: borrowing some InspectableResponse, submittedFor challenge: CaptchaChallenge
    ) -> CaptchaSubmission.Verdict {
        switch response.status {
        case 200: .accepted
        case 201: .result
        case 428: .refused(response.json()?["why"]?.string)
        default: .failed
        }
    }
}

@Suite("A scheme that hands the token in by a request of its own")
struct SubmissionTests {
    private let log = EventLog()
    private let request = PlainRequest(
        "POST", url: URL(string: "https://api.example/messages?x=1"), headerFields: ["Authorization": "me"],
        body: .data(Data("hello".utf8)))

    /// Lets requests through once "right" was handed in.
    private static func upstream(submission: @escaping @Sendable (JSONElement) -> UpstreamAnswer) -> ScriptedUpstream {
        let isOpen = LockedValue(false)
        return ScriptedUpstream { request in
            guard request.path == "/challenge" else {
                return isOpen.value ? .ok : .json(#"{"captcha": "7"}"#, status: 428)
            }
            guard let json = request.json else { return .status(400) }
            let answer = submission(json)
            if answer == .status(200) { isOpen.withLock { $0 = true } }
            return answer
        }
    }

    private func retry(_ solver: StubSolver, _ scheme: SubmitScheme = SubmitScheme()) -> CaptchaRetry {
        CaptchaRetry(schemes: [scheme], solver: solver, onEvent: log.add)
    }

    @Test("The token is handed in with the request's own authentication, then the original is replayed bare")
    func accepted() async throws {
        let upstream = Self.upstream { $0["token"]?.string == "right" ? .status(200) : .status(428) }
        let solver = StubSolver(token: "right")
        #expect(try await retry(solver).perform(request, send: upstream.send).text == #"{"ok": true}"#)
        let sent = upstream.requests
        #expect(sent.map(\.method) == ["POST", "PUT", "POST"])
        #expect(sent.map(\.target) == ["/messages?x=1", "/challenge", "/messages?x=1"])
        #expect(sent.allSatisfy { $0.headerFields["Authorization"] == "me" })
        #expect(String(decoding: sent[1].body, as: UTF8.self) == #"{"token":"right","id":"7"}"#)
        #expect(sent[0] == sent[2])
        #expect(solver.told.map(\.outcome) == [.accepted])
        #expect(log.kinds == [.challenged, .asked, .solved, .submitted, .replayed, .accepted])
    }

    @Test("A refused token asks again, with the reason, within the bound on replays")
    func refused() async throws {
        let upstream = Self.upstream {
            $0["token"]?.string == "right" ? .status(200) : .json(#"{"why": "typo"}"#, status: 428)
        }
        let solver = StubSolver([.token("wrong"), .token("right")])
        #expect(try await retry(solver).perform(request, send: upstream.send).status == 200)
        #expect(solver.asked.map(\.round) == [1, 2] && solver.asked.map(\.refusal) == [nil, "typo"])
        #expect(solver.told.map(\.outcome) == [.refused, .accepted])
        #expect(upstream.requests.map(\.method) == ["POST", "PUT", "PUT", "POST"])

        let stubborn = Self.upstream { _ in .status(428) }
        let error = await captchaError { try await retry(StubSolver(token: "x")).perform(request, send: stubborn.send) }
        #expect(error?.code == .stillChallenged && stubborn.requests.count == 4)
    }

    @Test("A submission that fails is told apart from a refused token", arguments: [400, 404, 413, 429, 500])
    func failed(status: Int) async {
        let upstream = Self.upstream { _ in .text("broken", status: status) }
        let solver = StubSolver(token: "right")
        let error = await captchaError { try await retry(solver).perform(request, send: upstream.send) }
        #expect(error?.code == .submissionFailed && error?.challenge?["id"] == "7")
        #expect(error?.lastResponse?.status == status && error?.lastResponse?.text == "broken")
        #expect(solver.told.map(\.outcome) == [.undetermined])
        #expect(log.kinds.suffix(2) == [.undetermined, .failed])
    }

    @Test("An error of the client while handing in is thrown as it is")
    func clientError() async {
        let upstream = Self.upstream { _ in .dropConnection }
        let solver = StubSolver(token: "right")
        await #expect(throws: UpstreamConnectionError.self) {
            try await retry(solver).perform(request, send: upstream.send)
        }
        #expect(solver.told.map(\.outcome) == [.undetermined])
    }

    @Test("A response to the submission that is the result already is returned, and there is no replay")
    func result() async throws {
        let upstream = Self.upstream { _ in .text("done", status: 201) }
        let solver = StubSolver(token: "right")
        #expect(try await retry(solver).perform(request, send: upstream.send).text == "done")
        #expect(upstream.requests.count == 2 && solver.told.map(\.outcome) == [.accepted])
    }

    @Test(
        "Rule 7: a submission to another origin is not sent",
        arguments: ["https://evil.example/c", "http://api.example/c"])
    func otherOrigin(place: String) async {
        let upstream = Self.upstream { _ in .status(200) }
        let scheme = SubmitScheme(place: place)
        let error = await captchaError {
            try await retry(StubSolver(token: "right"), scheme).perform(request, send: upstream.send)
        }
        #expect(error?.code == .submissionFailed && upstream.requests.count == 1)
    }

    @Test("Rule 13: after one accepted submission those who wait are replayed bare")
    func waiting() async throws {
        let gate = Gate()
        let solver = StubSolver { _ in
            await gate.wait()
            return try CaptchaToken("right")
        }
        let upstream = Self.upstream { _ in .status(200) }
        let retry = retry(solver)
        let tasks = (0..<10).map { _ in Task { try await retry.perform(request, send: upstream.send).status } }
        await log.wait { $0.filter { $0.kind == .waiting }.count == 9 }
        gate.open()
        for task in tasks { #expect(try await task.value == 200) }
        #expect(upstream.requests.filter { $0.method == "PUT" }.count == 1)
        #expect(solver.asked.count == 1)
    }
}
