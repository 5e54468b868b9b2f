import CaptchaRetry
import CaptchaRetryTesting
import Testing

@testable import CaptchaSolvers

@Suite("When the backend of a hosted page is asked")
struct HostedPagePollingTests {
    private let challenge = CaptchaChallenge.question("?")
    private let token: CaptchaToken

    init() throws { token = try CaptchaToken("t") }

    private func start(_ solver: HostedPageSolver) -> Task<Outcome, Never> {
        Task { await solver.outcome(challenge) }
    }

    @Test("After the return it is asked with growing pauses, and once more when the time is over")
    func pauses() async throws {
        let backend = try StubBackend([.pending])
        let solve = start(backend.solver(try StubOpener()))
        await backend.pass([1, 2, 4, 8, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 5].map { .seconds($0) })
        #expect(await solve.value == .failed(.timedOut, "the result was not there 120.0 seconds after the return"))
        let times = [0, 1, 3, 7, 15, 25, 35, 45, 55, 65, 75, 85, 95, 105, 115, 120]
        #expect(backend.askedAt == times.map { .seconds($0) })
        #expect(backend.clock.sleeperCount == 0)
    }

    @Test("A result that is there a little later is the result")
    func later() async throws {
        let backend = try StubBackend([.pending, .pending, .token(token)])
        let solve = start(backend.solver(try StubOpener()))
        await backend.pass([.seconds(1), .seconds(2)])
        #expect(await solve.value == .token("t"))
        #expect(backend.asked.count == 3 && backend.clock.sleeperCount == 0)
    }

    @Test("With no time at all it is asked once")
    func noTime() async throws {
        for limit in [Duration.zero, .seconds(-5)] {
            let backend = try StubBackend([.pending])
            var polling = backend.polling()
            polling.limit = limit
            let solver = HostedPageSolver(opener: try StubOpener(), polling: polling) {
                try await backend.create($0, $1)
            } result: {
                try await backend.result($0)
            }
            guard case .failed(.timedOut, _) = await solver.outcome(challenge) else {
                Issue.record("it did not time out")
                continue
            }
            #expect(backend.asked.count == 1)
        }
    }

    @Test("Pauses that make no sense are brought into bounds")
    func oddPauses() {
        let largest = Duration(secondsComponent: .max, attosecondsComponent: 0)
        var polling = HostedPagePolling()
        (polling.firstPause, polling.longestPause, polling.whileOpen) = (.zero, largest, .seconds(-1))
        #expect(Array(polling.pauses.prefix(3)) == [.milliseconds(100), .milliseconds(200), .milliseconds(400)])
        #expect(polling.pauses.prefix(40).max() == .seconds(3600))
        #expect(polling.openPause == .milliseconds(100))
        (polling.firstPause, polling.longestPause, polling.whileOpen) = (largest, .seconds(-1), largest)
        #expect(Array(polling.pauses.prefix(2)) == [.milliseconds(100), .milliseconds(100)])
        #expect(polling.openPause == .seconds(3600))
    }

    @Test("A person who closes the page when they are done has solved it: the backend is asked once more")
    func closedWhenDone() async throws {
        let backend = try StubBackend([.token(token)])
        let solver = backend.solver(try StubOpener { _ throws(CaptchaHandlingError) in .closed })
        #expect(await solver.outcome(challenge) == .token("t"))
        #expect(backend.asked.count == 1)
    }

    @Test("A person who closes the page before they are done has dismissed it")
    func closed() async throws {
        let backend = try StubBackend([.pending])
        let solver = backend.solver(try StubOpener { _ throws(CaptchaHandlingError) in .closed })
        #expect(await solver.outcome(challenge) == .failed(.dismissed))
        #expect(backend.asked.count == 1 && backend.clock.sleeperCount == 0)
    }

    @Test("A result that is there while the page is open is the result, and the page is closed a moment later")
    func whileOpen() async throws {
        let backend = try StubBackend([.pending, .token(token)])
        let opener = try StubOpener(Gate().page)
        let solve = start(backend.solver(opener, whileOpen: .seconds(10)))
        await backend.pass([.seconds(10), .seconds(10), .seconds(3)])
        #expect(await solve.value == .token("t"))
        #expect(backend.askedAt == [.seconds(10), .seconds(20)])
        #expect(opener.openCount == 0 && backend.clock.sleeperCount == 0)
    }

    @Test(
        "A page whose result is there before it has sent the person back still sends them back, also after a bad one",
        arguments: [true, false])
    func returnAfterResult(isGood: Bool) async throws {
        let backend = try StubBackend([isGood ? .token(token) : .refused(reason: "too young")])
        let (page, wasCutOff) = (Gate(), Lock<Bool?>(nil))
        let opener = try StubOpener { _ throws(CaptchaHandlingError) in
            let isBack = await page.wait()
            wasCutOff.withLock { $0 = !isBack }
            return .returned
        }
        let solve = start(backend.solver(opener, whileOpen: .seconds(10)))
        await page.waitForWaiters()
        await backend.pass([.seconds(10)])
        let theirReturn = Task {
            await backend.clock.waitForSleepers()
            page.open()
        }
        #expect(await solve.value == (isGood ? .token("t") : .failed(.solverFailed, "too young")))
        theirReturn.cancel()
        #expect(wasCutOff.withLock { $0 } == false)
        #expect(backend.asked.count == 1 && backend.clock.sleeperCount == 0)
    }

    @Test("A failure while the page is open closes it a moment later")
    func failureWhileOpen() async throws {
        let backend = try StubBackend([.refused(reason: "too late")])
        let opener = try StubOpener(Gate().page)
        let solve = start(backend.solver(opener, whileOpen: .seconds(10)))
        await backend.pass([.seconds(10)])
        let moment = Task { await backend.pass([.seconds(3)]) }
        #expect(await solve.value == .failed(.solverFailed, "too late"))
        moment.cancel()
        #expect(opener.openCount == 0)
    }

    @Test("Before there is a process nothing is asked, however long its creation takes")
    func noProcessYet() async throws {
        let backend = try StubBackend([.token(token)])
        let gate = Gate()
        let solver = HostedPageSolver(opener: try StubOpener(), polling: backend.polling(whileOpen: .seconds(10))) {
            await gate.wait()
            return try await backend.create($0, $1)
        } result: {
            try await backend.result($0)
        }
        let solve = start(solver)
        await gate.waitForWaiters()
        await backend.pass([.seconds(10), .seconds(10)])
        await backend.clock.waitForSleepers()
        #expect(backend.asked.isEmpty)
        gate.open()
        #expect(await solve.value == .token("t"))
        #expect(backend.clock.sleeperCount == 0)
    }

    @Test("Where nothing is to be asked while the page is open, nothing is")
    func notWhileOpen() async throws {
        let backend = try StubBackend([.done])
        let gate = Gate()
        let solve = start(backend.solver(try StubOpener(gate.page)))
        await gate.waitForWaiters()
        backend.clock.advance(by: .seconds(3600))
        #expect(backend.asked.isEmpty && backend.clock.sleeperCount == 0)
        gate.open()
        #expect(await solve.value == .token(nil))
    }

    @Test("A question that is under way when the person returns is not cut off")
    func returnDuringQuestion() async throws {
        let (answer, page, asked) = (Gate(), Gate(), Lock(0))
        let backend = try StubBackend([.done])
        let opener = try StubOpener(page.page)
        let solver = HostedPageSolver(opener: opener, polling: backend.polling(whileOpen: .seconds(10))) {
            try await backend.create($0, $1)
        } result: { _ in
            asked.withLock { $0 += 1 }
            guard await answer.wait() else { throw StubBackend.Failure() }
            return .done
        }
        let solve = start(solver)
        await page.waitForWaiters()
        await backend.pass([.seconds(10)])
        await answer.waitForWaiters()
        page.open()
        answer.open()
        #expect(await solve.value == .token(nil))
        #expect(asked.withLock { $0 } == 1)
    }
}
