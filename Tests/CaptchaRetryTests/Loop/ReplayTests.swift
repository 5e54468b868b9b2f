import CaptchaRetry
import CaptchaRetryTesting
import Foundation
import Testing

@Suite("A challenged request is replayed with the token")
struct ReplayTests {
    let log = EventLog()

    private func retry(_ solver: StubSolver, _ policy: CaptchaRetryPolicy = .init()) -> CaptchaRetry {
        CaptchaRetry(schemes: [TestScheme()], solver: solver, policy: policy, onEvent: log.add)
    }

    @Test("Rule 5: the replay is the original request with only the token put in")
    func replayIsTheSameRequest() async throws {
        let request = PlainRequest(
            "POST", url: URL(string: "https://api.example/items?a=1&a=2&flag&x=%2B+%25zz&e="),
            headerFields: ["Authorization": "Bearer abc", "x-CAPTCHA-token": "stale", "B": "1"],
            body: .data(Data([0, 1, 2, 255])))
        let upstream = ScriptedUpstream { $0.token == "a+/=b" ? .ok : .captcha("9041237788123456789") }
        _ = try await retry(StubSolver(token: "a+/=b")).perform(request, send: upstream.send)
        let (first, replay) = (upstream.requests[0], upstream.requests[1])
        #expect(replay.target == first.target && replay.body == first.body && replay.method == first.method)
        #expect(
            replay.headerFields.fields.map { "\($0.name): \($0.value)" } == [
                "Authorization: Bearer abc", "x-CAPTCHA-token: a+/=b", "B: 1", "X-captcha-id: 9041237788123456789",
            ])
    }

    @Test("Rules 4, 9: a refused token is told, and the new challenge's values are used")
    func refusedThenAccepted() async throws {
        let upstream = ScriptedUpstream { request in
            switch (request.token, request.tokenID) {
            case (nil, _): .captcha("1")
            case ("wrong", "1"): .captcha("2")
            case ("right", "2"): .ok
            default: .status(500)
            }
        }
        let solver = StubSolver([.token("wrong"), .token("right")])
        let response = try await retry(solver).perform(PlainRequest.get, send: upstream.send)
        #expect(response.status == 200)
        #expect(solver.asked.map(\.round) == [1, 2])
        #expect(solver.told.map(\.outcome) == [.refused, .accepted])
        #expect(solver.told.map { $0.challenge["id"] } == ["1", "2"])
        #expect(
            log.kinds == [
                .challenged, .asked, .solved, .replayed, .refused, .challenged, .asked, .solved, .replayed, .accepted,
            ])
    }

    @Test("Rule 6: a body that cannot be sent twice fails at once, with the response, and nobody is asked")
    func oneShotBody() async throws {
        let solver = StubSolver(token: "token")
        let upstream = ScriptedUpstream(answers: [.captcha(1)])
        let request = PlainRequest("POST", url: PlainRequest.get.url, body: .oneShot)
        let error = await captchaError { try await retry(solver).perform(request, send: upstream.send) }
        #expect(error?.code == .requestNotReplayable)
        #expect(error?.lastResponse?.status == 403 && error?.challenge?["id"] == "1")
        #expect(solver.asked.isEmpty && upstream.requests.count == 1)
    }

    @Test("A request without a place for the token fails at once, and nobody is asked")
    func noPlaceForTheToken() async throws {
        let solver = StubSolver(token: "token")
        let upstream = ScriptedUpstream(answers: [
            .json(#"{"error": {"error_code": 14, "redirect_uri": "https://x/"}}"#)
        ])
        let retry = CaptchaRetry(schemes: [.vk(placement: .json)], solver: solver)
        let error = await captchaError { try await retry.perform(PlainRequest.get, send: upstream.send) }
        #expect(error?.code == .requestNotReplayable)
        #expect(solver.asked.isEmpty)
    }

    @Test("Rules 8, 9: a replay that fails for another reason is the caller's result, and its token is not used again")
    func replayFails() async throws {
        struct Offline: Error {}
        let solver = StubSolver([.token("a"), .token("b")])
        let upstream = ScriptedUpstream { request in
            switch request.token {
            case nil: .captcha(1)
            case "a": throw Offline()
            default: .ok
            }
        }
        let retry = retry(solver)
        await #expect(throws: Offline.self) { try await retry.perform(PlainRequest.get, send: upstream.send) }
        #expect(solver.told.map(\.outcome) == [.undetermined])
        #expect(try await retry.perform(PlainRequest.get, send: upstream.send).status == 200)
        #expect(upstream.requests.compactMap(\.token) == ["a", "b"])
    }

    @Test(
        "Rule 9: what else comes back after the replay is the caller's result",
        arguments: [
            (200, ReplayOutcome.accepted), (404, .accepted), (422, .accepted), (401, .undetermined),
            (403, .undetermined), (429, .undetermined), (500, .undetermined), (503, .undetermined),
        ])
    func otherResults(status: Int, outcome: ReplayOutcome) async throws {
        let solver = StubSolver(token: "token")
        let upstream = ScriptedUpstream(answers: [.captcha(1), .text("whatever", status: status)])
        let response = try await retry(solver).perform(PlainRequest.get, send: upstream.send)
        #expect(response.status == status && response.text == "whatever")
        #expect(solver.told.map(\.outcome) == [outcome])
    }

    @Test("Rule 10: after the bound on replays it is still challenged, with the last response", arguments: [0, 1, 3])
    func bounded(maximum: Int) async throws {
        var policy = CaptchaRetryPolicy()
        policy.maximumReplays = maximum
        let upstream = ScriptedUpstream { .captcha("after \($0.token ?? "none")") }
        let solver = StubSolver((1...9).map { .token("\($0)") })
        let error = await captchaError {
            try await retry(solver, policy).perform(PlainRequest.get, send: upstream.send)
        }
        #expect(error?.code == .stillChallenged)
        #expect(error?.lastResponse?.text == #"{"captcha": "after \#(maximum == 0 ? "none" : "\(maximum)")"}"#)
        #expect(upstream.requests.count == maximum + 1 && solver.asked.count == maximum)
        #expect(solver.told.map(\.outcome) == Array(repeating: .refused, count: maximum))
    }

    @Test("Rule 10: two schemes may challenge in turn; both are answered and the first one's edits stay")
    func twoSchemes() async throws {
        let other = TestScheme(id: "other", member: "second")
        let upstream = ScriptedUpstream { request in
            if request.token == nil { return .captcha("1") }
            if request.headerFields["X-second-token"] == nil { return .json(#"{"second": "2"}"#) }
            return .ok
        }
        let solver = StubSolver { try CaptchaToken("for \($0.scheme)") }
        let retry = CaptchaRetry(schemes: [TestScheme(), other], solver: solver)
        #expect(try await retry.perform(PlainRequest.get, send: upstream.send).text == #"{"ok": true}"#)
        let last = try #require(upstream.requests.last)
        #expect(last.token == "for test" && last.headerFields["X-second-token"] == "for other")
        #expect(solver.told.map(\.outcome) == [.accepted, .accepted])
        #expect(solver.asked.map(\.round) == [1, 1])
    }

    @Test("Rule 10: schemes that alternate for ever come to the same bound")
    func alternatingSchemes() async throws {
        let other = TestScheme(id: "other", member: "second")
        let count = LockedValue(0)
        let upstream = ScriptedUpstream { _ in
            count.withLock { $0 += 1 }
            return count.value.isMultiple(of: 2) ? .json(#"{"second": "2"}"#) : .captcha(1)
        }
        let retry = CaptchaRetry(schemes: [TestScheme(), other], solver: StubSolver(token: "t"))
        let error = await captchaError { try await retry.perform(PlainRequest.get, send: upstream.send) }
        #expect(error?.code == .stillChallenged && upstream.requests.count == 4)
    }

    @Test("A token out of band is a replay without edits")
    func outOfBand() async throws {
        let upstream = ScriptedUpstream(answers: [.captcha(1), .ok])
        let response = try await retry(StubSolver([.outOfBand])).perform(PlainRequest.get, send: upstream.send)
        #expect(response.status == 200)
        #expect(upstream.requests[0] == upstream.requests[1])
    }

    @Test("A token that does not fit its place is unusable, and is not sent")
    func tokenDoesNotFit() async throws {
        let upstream = ScriptedUpstream { _ in .captcha(1) }
        let error = await captchaError {
            try await retry(StubSolver(token: " leading blank")).perform(PlainRequest.get, send: upstream.send)
        }
        #expect(error?.code == .unusableToken)
        #expect(error?.challenge?["id"] == "1" && error?.lastResponse?.status == 403)
        #expect(upstream.requests.count == 1)
        #expect(log.kinds == [.challenged, .asked, .solved, .refused, .failed])
    }

    @Test("A shared token that does not fit its place is not kept: the next request asks again")
    func sharedTokenDoesNotFit() async throws {
        let solver = StubSolver([.token("blank "), .token("good")])
        let upstream = ScriptedUpstream { $0.token == "good" ? .ok : .captcha(1) }
        let retry = CaptchaRetry(schemes: [TestScheme(tokenScope: .shared(lifetime: nil))], solver: solver)
        let error = await captchaError { try await retry.perform(PlainRequest.get, send: upstream.send) }
        #expect(error?.code == .unusableToken)
        #expect(try await retry.perform(PlainRequest.get, send: upstream.send).status == 200)
        #expect(solver.told.map(\.outcome) == [.refused, .accepted])
    }

    @Test("Rule 9: a token that nobody looked at, because another one in the request was over, is undetermined")
    func otherTokenIsOver() async throws {
        let other = TestScheme(id: "other", tokenScope: .shared(lifetime: nil), member: "second")
        let valid = LockedValue("1")
        let upstream = ScriptedUpstream { request in
            guard request.headerFields["X-second-token"] == valid.value else { return .json(#"{"second": "2"}"#) }
            return request.token == nil ? .captcha(1) : .ok
        }
        let solver = StubSolver { challenge in
            if challenge.scheme == "other" { return try CaptchaToken(valid.value) }
            if challenge.round == 1 { valid.withLock { $0 = "2" } }
            return try CaptchaToken("for test")
        }
        let retry = CaptchaRetry(schemes: [other, TestScheme()], solver: solver, onEvent: log.add)
        #expect(try await retry.perform(PlainRequest.get, send: upstream.send).status == 200)
        #expect(solver.told.map(\.outcome) == [.accepted, .undetermined, .accepted])
        #expect(solver.asked.map(\.scheme) == ["other", "test", "other"])
        #expect(
            upstream.requests.map { $0.headerFields["X-second-token"] } == [nil, "1", "1", "2"])
    }
}
