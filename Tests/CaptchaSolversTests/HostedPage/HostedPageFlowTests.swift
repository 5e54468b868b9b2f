import CaptchaRetry
import CaptchaRetryTesting
import CaptchaSolvers
import Foundation
import TestSupport
import Testing

@Suite("A request whose captcha is a hosted page")
struct HostedPageFlowTests {
    /// Sends a request that is let through once the process is finished, by a solver with this result.
    private func replay(_ result: HostedPageResult) async throws -> (first: UpstreamRequest, replay: UpstreamRequest) {
        let backend = try StubBackend([.pending, result])
        let solver = backend.solver(try StubOpener())
        let retry = CaptchaRetry(schemes: [ShopScheme()], solver: solver)
        let upstream = ScriptedUpstream(answers: [ShopScheme.captcha, .json(#"{"ok":true}"#)])
        async let response = retry.perform(ShopScheme.request, send: upstream.send)
        await backend.pass([.seconds(1)])
        #expect(try await response.status == 200)
        #expect(backend.asked.map(\.reference) == ["9", "9"])
        try #require(upstream.requests.count == 2)
        return (upstream.requests[0], upstream.requests[1])
    }

    @Test("Rule 5: done without a token, it is replayed as it was")
    func outOfBand() async throws {
        let (first, replay) = try await replay(.done)
        #expect(replay == first)
    }

    @Test("Rule 5: done with a reference, it is replayed with that and nothing else new")
    func reference() async throws {
        let (first, replay) = try await replay(.reference("9"))
        #expect(replay.headerFields["X-Process"] == "9")
        #expect(replay.body == first.body && replay.path == first.path)
    }

    @Test("Rule 5: done with a token, it is replayed with that and nothing else new")
    func token() async throws {
        let (first, replay) = try await replay(.token(try CaptchaToken("t+/=")))
        #expect(replay.headerFields["X-Process"] == "t+/=")
        #expect(replay.body == first.body && replay.path == first.path)
    }

    @Test("Rule 18: a page that nobody returns from is given up when the time is over, and closed")
    func solveTimeout() async throws {
        let (backend, gate) = (try StubBackend([.pending]), Gate())
        let opener = try StubOpener(gate.page)
        var policy = CaptchaRetryPolicy()
        let clock = ManualClock()
        policy.clock = clock
        let retry = CaptchaRetry(schemes: [ShopScheme()], solver: backend.solver(opener), policy: policy)
        let upstream = ScriptedUpstream { _ in ShopScheme.captcha }
        let call = Task { try await retry.perform(ShopScheme.request, send: upstream.send).status }
        await gate.waitForWaiters()
        await clock.waitForSleepers()
        clock.advance(by: policy.solveTimeout)
        do {
            _ = try await call.value
            Issue.record("it did not throw")
        } catch {
            #expect((error as? CaptchaHandlingError)?.code == .timedOut)
        }
        while opener.openCount > 0 { await Task.yield() }
    }

    @Test(
        "Rule 18: a result that is there when the time is nearly over is replayed, and not waited with until it is lost"
    )
    func resultBeforeTheEnd() async throws {
        let (backend, page) = (try StubBackend([.token(try CaptchaToken("t"))]), Gate())
        let opener = try StubOpener(page.page)
        var policy = CaptchaRetryPolicy()
        (policy.clock, policy.solveTimeout) = (backend.clock, .seconds(12))
        let solver = backend.solver(opener, whileOpen: .seconds(10))
        let retry = CaptchaRetry(schemes: [ShopScheme()], solver: solver, policy: policy)
        let upstream = ScriptedUpstream(answers: [ShopScheme.captcha, .json(#"{"ok":true}"#)])
        let call = Task { try await retry.perform(ShopScheme.request, send: upstream.send).status }
        await page.waitForWaiters()
        await backend.clock.waitForSleepers(2)
        backend.clock.advance(by: .seconds(10))
        let timeIsOver = Task {
            await backend.clock.waitForSleepers(2)
            backend.clock.advance(by: .seconds(2))
        }
        #expect(try await call.value == 200)
        timeIsOver.cancel()
        #expect(upstream.requests.last?.headerFields["X-Process"] == "t")
        #expect(opener.openCount == 0)
    }

    @Test(
        "A page whose result is there may send the person back if there is time for that before the time-out",
        arguments: [
            (Duration.seconds(12), Duration.seconds(10)), (.seconds(14), .seconds(10)), (.seconds(15), .seconds(13)),
        ])
    func partingBeforeTimeout(limit: Duration, end: Duration) async throws {
        let (backend, page) = (try StubBackend([.done]), Gate())
        let solver = backend.solver(try StubOpener(page.page), whileOpen: .seconds(10))
            .timeout(limit, clock: backend.clock).timeout(.seconds(100), clock: backend.clock)
        let solve = Task { await solver.outcome(.question("?")) }
        await page.waitForWaiters()
        await backend.clock.waitForSleepers(3)
        backend.clock.advance(by: .seconds(10))
        let moment = Task {
            await backend.clock.waitForSleepers(3)
            if !Task.isCancelled { backend.clock.advance(by: min(limit - .seconds(10), .seconds(3))) }
        }
        #expect(await solve.value == .token(nil))
        moment.cancel()
        await moment.value
        #expect(backend.clock.now.offset == end)
    }

    @Test("A browser that comes back to this machine with another state changes nothing, with its own it ends it")
    func loopback() async throws {
        let backend = try StubBackend([.token(try CaptchaToken("t"))])
        let opened = Gate()
        let opener = LoopbackOpener(clock: backend.clock, showURL: { _ in opened.open() }) { _ in false }
        let solver = HostedPageSolver(opener: opener, polling: backend.polling()) {
            try await backend.create($0, $1)
        } result: {
            try await backend.result($0)
        }
        let solve = Task { await solver.outcome(.question("?")) }
        await opened.wait()
        let callback = try #require(backend.created.first?.callback)
        let (tab, query) = (try BrowserTab(callback), "?" + (callback.query ?? ""))
        for wrong in ["?state=" + String(repeating: "0", count: 48), query + "0", query + "&state=0", ""] {
            #expect(try await tab.comeBack(wrong).status == 404)
        }
        #expect(backend.asked.isEmpty)
        #expect(try await tab.comeBack(query + "&status=ok").status == 200)
        #expect(await solve.value == .token("t"))
        #expect(backend.asked.count == 1)
    }
}
