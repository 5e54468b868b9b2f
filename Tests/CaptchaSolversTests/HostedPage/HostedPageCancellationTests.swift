import CaptchaRetry
import CaptchaRetryTesting
import CaptchaSolvers
import Testing

@Suite("A hosted page whose solve is cancelled")
struct HostedPageCancellationTests {
    private let gate = Gate()

    private func start(_ solver: HostedPageSolver) -> Task<Outcome, Never> {
        Task { await solver.outcome(.question("?")) }
    }

    @Test("It ends while the process is created, and nothing is opened")
    func whileCreating() async throws {
        let (backend, opener) = (try StubBackend([.done]), try StubOpener())
        let solver = HostedPageSolver(opener: opener, polling: backend.polling()) { [gate] in
            await gate.wait()
            return try await backend.create($0, $1)
        } result: {
            try await backend.result($0)
        }
        let solve = start(solver)
        await gate.waitForWaiters()
        solve.cancel()
        #expect(await solve.value == .failed(.cancelled))
        #expect(opener.opened.isEmpty && backend.asked.isEmpty)
    }

    @Test("It ends while the page is open, which is closed", arguments: [Duration?.none, .seconds(10)])
    func whileOpen(pause: Duration?) async throws {
        let (backend, opener) = (try StubBackend([.done]), try StubOpener(gate.page))
        let solve = start(backend.solver(opener, whileOpen: pause))
        await gate.waitForWaiters()
        solve.cancel()
        #expect(await solve.value == .failed(.cancelled))
        #expect(opener.openCount == 0 && backend.asked.isEmpty && backend.clock.sleeperCount == 0)
    }

    @Test("It ends while the backend is asked, before and after the return", arguments: [true, false])
    func whileAsking(isOpen: Bool) async throws {
        let (backend, answer) = (try StubBackend([.done]), Gate())
        let page = isOpen ? gate : Gate(isOpen: true)
        let opener = try StubOpener(page.page)
        let solver = HostedPageSolver(opener: opener, polling: backend.polling(whileOpen: isOpen ? .seconds(1) : nil)) {
            try await backend.create($0, $1)
        } result: { _ in
            // A client's own error for a cancellation, or a result that comes all the same.
            guard await answer.wait() else { throw StubBackend.Failure() }
            return .done
        }
        let solve = start(solver)
        if isOpen { await backend.pass([.seconds(1)]) }
        await answer.waitForWaiters()
        solve.cancel()
        #expect(await solve.value == .failed(.cancelled))
        #expect(opener.openCount == 0 && backend.clock.sleeperCount == 0)
    }

    @Test("It ends while a page whose result is there may still send the person back")
    func whileParting() async throws {
        let (backend, opener) = (try StubBackend([.done]), try StubOpener(gate.page))
        let solve = start(backend.solver(opener, whileOpen: .seconds(10)))
        await gate.waitForWaiters()
        await backend.pass([.seconds(10)])
        await backend.clock.waitForSleepers()
        solve.cancel()
        #expect(await solve.value == .failed(.cancelled))
        #expect(opener.openCount == 0 && backend.asked.count == 1 && backend.clock.sleeperCount == 0)
    }

    @Test("It ends between two questions")
    func whilePausing() async throws {
        let backend = try StubBackend([.pending])
        let solve = start(backend.solver(try StubOpener()))
        await backend.clock.waitForSleepers()
        solve.cancel()
        #expect(await solve.value == .failed(.cancelled))
        #expect(backend.asked.count == 1 && backend.clock.sleeperCount == 0)
    }

    @Test("A caller that leaves closes the page")
    func callerLeaves() async throws {
        let (backend, opener) = (try StubBackend([.done]), try StubOpener(gate.page))
        let retry = CaptchaRetry(schemes: [ShopScheme()], solver: backend.solver(opener))
        let upstream = ScriptedUpstream { _ in ShopScheme.captcha }
        let call = Task { try await retry.perform(ShopScheme.request, send: upstream.send).status }
        await gate.waitForWaiters()
        call.cancel()
        await #expect(throws: CancellationError.self) { try await call.value }
        while opener.openCount > 0 { await Task.yield() }
        #expect(backend.asked.isEmpty)
    }
}
