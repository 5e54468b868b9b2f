import CaptchaRetryTesting
import Foundation
import Testing

@testable import CaptchaRetry

@Suite("Requests of one scope get along")
struct CoordinationTests {
    @Test("Rule 11: another scope is not held up: not another origin, not another scheme, not another identity")
    func otherScopes() async throws {
        let gate = Gate()
        let solver = StubSolver { challenge in
            if challenge["id"] == "slow" { await gate.wait() }
            return try CaptchaToken("t")
        }
        let upstream = ScriptedUpstream { request in
            guard request.token == nil, request.headerFields["X-second-token"] == nil else { return .ok }
            return request.path == "/second"
                ? .json(#"{"second": "2"}"#) : .captcha(request.path == "/slow" ? "slow" : "1")
        }
        let retry = CaptchaRetry(schemes: [TestScheme(), TestScheme(id: "other", member: "second")], solver: solver)
        let slow = Task {
            try await retry.perform(PlainRequest(url: URL(string: "https://a.example/slow")), send: upstream.send)
        }
        await solver.waitUntilAsked()
        for (url, identity) in [
            ("https://b.example/1", nil), ("http://a.example/1", nil), ("https://a.example:444/1", nil),
            ("https://a.example/second", nil), ("https://a.example/1", "somebody"),
        ] {
            let request = PlainRequest(url: URL(string: url))
            let response = try await retry.perform(request, identity: identity, send: upstream.send)
            #expect(response.status == 200)
        }
        // Nor is a request of the same scope that is not challenged.
        let free = ScriptedUpstream { _ in .ok }
        #expect(
            try await retry.perform(PlainRequest(url: URL(string: "https://a.example/")), send: free.send).status == 200
        )
        gate.open()
        #expect(try await slow.value.status == 200)
    }

    @Test("Rule 12: a shared token does not cross identities")
    func identities() async throws {
        let upstream = ScriptedUpstream { request in
            let account = request.headerFields["Authorization"]
            return account != nil && request.token == account ? .ok : .captcha(account ?? "nobody")
        }
        let solver = StubSolver { try CaptchaToken($0["id"] ?? "none") }
        let retry = CaptchaRetry(schemes: [TestScheme(tokenScope: .shared(lifetime: nil))], solver: solver)
        for account in ["anna", "boris", "anna", "boris"] {
            var request = PlainRequest.get
            request.setValue(account, forHTTPHeaderField: "Authorization")
            #expect(try await retry.perform(request, identity: account, send: upstream.send).status == 200)
        }
        #expect(solver.asked.count == 2)
        #expect(upstream.requests.map(\.token) == [nil, "anna", nil, "boris", "anna", "boris"])
    }

    @Test("Rule 16: a dismissal fails all who wait, each with its own response; a later request prompts again")
    func dismissal() async throws {
        let gate = Gate()
        let solver = StubSolver { _ in
            await gate.wait()
            throw CaptchaHandlingError(.dismissed)
        }
        let log = EventLog()
        let upstream = ScriptedUpstream { .captcha($0.query["n"] ?? "") }
        let retry = CaptchaRetry(schemes: [TestScheme()], solver: solver, onEvent: log.add)
        let tasks = (1...20).map { number in
            Task {
                await captchaError {
                    let url = URL(string: "https://api.example/?n=\(number)")
                    return try await retry.perform(PlainRequest(url: url), send: upstream.send)
                }
            }
        }
        await log.wait { $0.filter { $0.kind == .waiting }.count == 19 }
        gate.open()
        for (index, task) in tasks.enumerated() {
            let error = await task.value
            #expect(error?.code == .dismissed)
            #expect(error?.lastResponse?.text == #"{"captcha": "\#(index + 1)"}"#)
        }
        #expect(solver.asked.count == 1)
        _ = await captchaError { try await retry.perform(PlainRequest.get, send: upstream.send) }
        #expect(solver.asked.count == 2)
    }

    @Test("Rule 18: the wait for the solver is bounded, on the policy's clock")
    func timeout() async throws {
        let clock = ManualClock()
        var policy = CaptchaRetryPolicy()
        policy.clock = clock
        policy.solveTimeout = .seconds(30)
        let solver = StubSolver(token: "t", delay: .seconds(31), on: clock)
        let upstream = ScriptedUpstream { _ in .captcha(1) }
        let retry = CaptchaRetry(schemes: [TestScheme()], solver: solver, policy: policy)
        let task = Task { await captchaError { try await retry.perform(PlainRequest.get, send: upstream.send) } }
        // The solver's delay and the coordinator's deadline.
        await clock.waitForSleepers(2)
        clock.advance(by: .seconds(30))
        #expect(await task.value?.code == .timedOut)
        await retry.waitUntilQuiet()
        #expect(solver.activeSolves == 0 && upstream.requests.count == 1)
    }

    @Test("Rule 16: what a solver says of its own challenge is not said of the others'")
    func dismissalWithDetails() async {
        let gate = Gate()
        let solver = StubSolver { challenge in
            await gate.wait()
            throw CaptchaHandlingError(.dismissed, challenge: challenge, lastResponse: PlainResponse(status: 1))
        }
        let log = EventLog()
        let upstream = ScriptedUpstream { .captcha($0.query["n"] ?? "") }
        let retry = CaptchaRetry(schemes: [TestScheme()], solver: solver, onEvent: log.add)
        let tasks = (1...3).map { number in
            Task {
                await captchaError {
                    let request = PlainRequest(url: URL(string: "https://api.example/?n=\(number)"))
                    return try await retry.perform(request, send: upstream.send)
                }
            }
        }
        await log.wait { $0.filter { $0.kind == .waiting }.count == 2 }
        gate.open()
        for (index, task) in tasks.enumerated() {
            #expect(await task.value?.challenge?["id"] == "\(index + 1)")
        }
    }

    @Test(
        "Rule 19: a date that is past, or no date at all, is taken for a wrong clock and not for the end",
        arguments: [-.infinity, -1e300, -60, 60, 1e12, 1e300, .infinity, TimeInterval.nan])
    func dates(secondsFromNow: TimeInterval) async throws {
        let date = Date(timeIntervalSinceNow: secondsFromNow)
        let scheme = TestScheme(expiry: .at(date))
        let retry = CaptchaRetry(schemes: [scheme], solver: StubSolver(token: "t"))
        let upstream = ScriptedUpstream { $0.token == nil ? .captcha(1) : .ok }
        #expect(try await retry.perform(PlainRequest.get, send: upstream.send).status == 200)
        #expect(upstream.requests.count == 2)
    }

    @Test("Where a solve lifts nothing for others, nobody is replayed bare: two sends for each request")
    func nothingIsLifted() async throws {
        let log = EventLog()
        let upstream = ScriptedUpstream { $0.token == nil ? .captcha(1) : .ok }
        let gate = Gate()
        let solver = StubSolver { _ in
            await gate.wait()
            return try CaptchaToken("t")
        }
        let retry = CaptchaRetry(
            schemes: [TestScheme(solveLiftsCheck: false)], solver: solver, onEvent: log.add)
        let tasks = (0..<8).map { _ in
            Task { try await retry.perform(PlainRequest.get, send: upstream.send).status }
        }
        await log.wait { $0.filter { $0.kind == .waiting }.count == 7 }
        gate.open()
        for task in tasks { #expect(try await task.value == 200) }
        #expect(upstream.requests.count == 16 && solver.asked.count == 8 && solver.maximumConcurrentSolves == 1)
        #expect(!log.kinds.contains(.replayedBare))
    }

    @Test("Rule 14: a challenge that arrives after an accepted solve is replayed bare, and nobody is asked")
    func late() async throws {
        let gate = Gate()
        let isLifted = LockedValue(false)
        let upstream = ScriptedUpstream { request in
            let wasLifted = isLifted.value
            if request.token != nil { isLifted.withLock { $0 = true } }
            if request.path == "/slow", !wasLifted { await gate.wait() }
            return wasLifted || request.token != nil ? .ok : .captcha(1)
        }
        let solver = StubSolver(token: "t")
        let log = EventLog()
        let retry = CaptchaRetry(schemes: [TestScheme()], solver: solver, onEvent: log.add)
        let slow = Task {
            try await retry.perform(PlainRequest(url: URL(string: "https://api.example/slow")), send: upstream.send)
        }
        await upstream.waitForRequests()
        _ = try await retry.perform(PlainRequest.get, send: upstream.send)
        gate.open()
        #expect(try await slow.value.status == 200)
        #expect(solver.asked.count == 1)
        #expect(log.events.filter { $0.request == 2 }.map(\.kind) == [.challenged, .replayedBare, .passed])
    }
}
