import CaptchaRetry
import CaptchaRetryTesting
import Testing

@Suite("A solver with a time-out")
struct TimeoutSolverTests {
    private let clock = ManualClock()
    private let gate = Gate()

    @Test("An answer in time counts, and nothing is left asleep")
    func inTime() async {
        let solver = StubSolver(token: "t", delay: .seconds(9), on: clock)
        let solve = solver.timeout(.seconds(10), clock: clock).start("?")
        await clock.waitForSleepers(2)
        clock.advance(by: .seconds(9))
        #expect(await solve.value.outcome == "t")
        #expect(clock.sleeperCount == 0)
    }

    @Test("When the time is up it fails, and the solver is cancelled")
    func late() async throws {
        let wasOpened = LockedValue<Bool?>(nil)
        let returned = Gate()
        let solver = StubSolver { [gate] _ in
            let isOpen = await gate.wait()
            wasOpened.withLock { $0 = isOpen }
            returned.open()
            return try CaptchaToken("late")
        }
        let solve = solver.timeout(.seconds(10), clock: clock).start("?")
        await gate.waitForWaiters()
        await clock.waitForSleepers()
        clock.advance(by: .seconds(10))
        #expect(await solve.value.outcome == "timedOut")
        await returned.wait()
        #expect(wasOpened.value == false)
    }

    @Test("A solver that ignores its cancellation holds nobody up when the time is up")
    func stubborn() async {
        let returned = Gate()
        let solver = StubSolver { [gate] _ in
            await gate.waitStubbornly()
            returned.open()
            return try CaptchaToken("late")
        }
        let solve = solver.timeout(.seconds(10), clock: clock).start("?")
        await gate.waitForWaiters()
        await clock.waitForSleepers()
        clock.advance(by: .seconds(10))
        #expect(await solve.value.outcome == "timedOut")
        #expect(solver.activeSolves == 1)
        gate.open()
        await returned.wait()
    }

    @Test("One that is cancelled ends when its solver has returned")
    func cancelled() async {
        let (never, seen) = (Gate(), Gate())
        let solver = StubSolver { [gate] _ in
            if await !never.wait() { seen.open() }
            await gate.waitStubbornly()
            throw CaptchaHandlingError(.dismissed)
        }
        let solve = solver.timeout(.seconds(10), clock: clock).start("?")
        await never.waitForWaiters()
        await clock.waitForSleepers()
        solve.cancel()
        await seen.wait()
        #expect(solver.activeSolves == 1 && clock.sleeperCount == 1)
        gate.open()
        // The solver's own word: it was waited for.
        #expect(await solve.value.outcome == "dismissed")
        #expect(clock.sleeperCount == 0)
    }

    @Test("One that is cancelled, with a solver that ignores it, ends when the time is up")
    func cancelledStubborn() async {
        let solver = StubSolver { [gate] _ in
            await gate.waitStubbornly()
            return try CaptchaToken("late")
        }
        let solve = solver.timeout(.seconds(10), clock: clock).start("?")
        await gate.waitForWaiters()
        await clock.waitForSleepers()
        solve.cancel()
        clock.advance(by: .seconds(10))
        #expect(await solve.value.outcome == "cancelled")
        gate.open()
    }

    @Test("One that is cancelled before it begins asks nobody")
    func cancelledBefore() async {
        let solver = StubSolver(token: "t")
        let error = await Task { [clock] in
            withUnsafeCurrentTask { $0?.cancel() }
            return await captchaError { try await solver.timeout(.seconds(10), clock: clock).solve(.question("?")) }
        }.value
        #expect(error?.code == .cancelled)
        #expect(solver.asked.isEmpty)
    }

    @Test("With no time at all the solver is not asked", arguments: [Duration.zero, .seconds(-1)])
    func noTime(limit: Duration) async {
        let solver = StubSolver(token: "t")
        #expect(await solver.timeout(limit, clock: clock).start("?").value.outcome == "timedOut")
        #expect(solver.asked.isEmpty)
    }

    @Test("The longest time there is does no harm")
    func longest() async {
        let limit = Duration(secondsComponent: .max, attosecondsComponent: 0)
        #expect(await StubSolver(token: "t").timeout(limit).start("?").value.outcome == "t")
        #expect(await StubSolver(token: "t").timeout(limit, clock: SuspendingClock()).start("?").value.outcome == "t")
    }

    @Test("The solver's own error comes through, and it hears of its tokens")
    func passedOn() async {
        let solver = StubSolver([.failure(.init(.dismissed, reason: "closed"))])
        let timed = solver.timeout(.seconds(10), clock: clock)
        let error = await captchaError { try await timed.solve(.question("?")) }
        #expect(error?.code == .dismissed && error?.reason == "closed")
        await timed.didReplay(.question("?"), outcome: .refused)
        #expect(solver.told == [.init(challenge: .question("?"), outcome: .refused)])
    }
}
