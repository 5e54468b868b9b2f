import CaptchaRetryTesting
import Testing

@testable import CaptchaRetry

@Suite("A solver that is asked by one scope at a time")
struct SerializedSolverTests {
    private let gate = Gate()
    private let turns: TurnQueue
    private let waiting: AsyncStream<Void>

    init() {
        let (stream, continuation) = AsyncStream<Void>.makeStream()
        waiting = stream
        turns = TurnQueue(onWaiting: { continuation.yield() })
    }

    /// Starts a solve and suspends until it waits behind another one.
    private func startBehind(
        _ solver: some CaptchaSolver, _ text: String
    ) async -> Task<Result<String?, any Error>, Never> {
        let task = solver.start(text)
        for await _ in waiting { break }
        return task
    }

    /// A solver that stops at the gate, and answers with the question.
    private func stubborn() -> StubSolver {
        StubSolver { [gate] challenge in
            await gate.waitStubbornly()
            guard case .question(let text) = challenge.prompt else { throw CaptchaHandlingError(.noSolverForPrompt) }
            return try CaptchaToken(text)
        }
    }

    private func isFree() async -> Bool { await turns.withTurnIfFree { true } == true }

    @Test("They are asked one after the other, in the order in which they came")
    func inOrder() async {
        let base = stubborn()
        let solver = SerializedSolver(base: base, turns: turns)
        let first = solver.start("1")
        await base.waitUntilAsked()
        let second = await startBehind(solver, "2")
        let third = await startBehind(solver, "3")
        #expect(base.asked == [.question("1")])
        gate.open()
        #expect(await [first.value, second.value, third.value].map(\.outcome) == ["1", "2", "3"])
        #expect(base.asked == [.question("1"), .question("2"), .question("3")])
        #expect(base.maximumConcurrentSolves == 1)
        #expect(await isFree())
    }

    @Test("They keep their order also where they come close together")
    @MainActor
    func closeTogether() async {
        for _ in 0..<1_000 {
            let (turns, order) = (TurnQueue(), LockedValue<[Int]>([]))
            let tasks = (1...3).map { number in
                Task { await turns.withTurn { order.withLock { $0.append(number) } } }
            }
            for task in tasks { _ = await task.value }
            #expect(order.withLock { $0 } == [1, 2, 3])
        }
    }

    @Test("One that is cancelled before it comes does not wait for its turn")
    func cancelledBefore() async {
        let (taken, waited) = (Gate(), Gate())
        let turns = TurnQueue(onWaiting: { waited.open() })
        let holder = Task {
            await turns.withTurn {
                taken.open()
                await waited.wait()
            }
        }
        await taken.wait()
        let late = Task {
            await gate.wait()
            return await turns.withTurn { true }
        }
        late.cancel()
        #expect(await late.value == nil)
        #expect(!waited.isOpen)
        waited.open()
        await holder.value
    }

    @Test("One that is cancelled while it waits leaves at once, is never asked, and holds nobody up")
    func cancelledWaiter() async {
        let base = stubborn()
        let solver = SerializedSolver(base: base, turns: turns)
        let first = solver.start("1")
        await base.waitUntilAsked()
        let second = await startBehind(solver, "2")
        let third = await startBehind(solver, "3")
        second.cancel()
        #expect(await second.value.outcome == "cancelled")
        #expect(base.activeSolves == 1)
        gate.open()
        #expect(await [first.value, third.value].map(\.outcome) == ["1", "3"])
        #expect(base.asked == [.question("1"), .question("3")])
    }

    @Test("One that is cancelled at work passes its turn on when its solve has returned, not before")
    func cancelledHolder() async {
        let base = stubborn()
        let solver = SerializedSolver(base: base, turns: turns)
        let first = solver.start("1")
        await base.waitUntilAsked()
        let second = await startBehind(solver, "2")
        first.cancel()
        #expect(base.asked.count == 1)
        #expect(await !isFree())
        gate.open()
        _ = await first.value
        #expect(await second.value.outcome == "2")
        #expect(base.maximumConcurrentSolves == 1)
    }

    @Test("Whoever wants the turn only if it is free gets it then, and does not wait otherwise")
    func ifFree() async {
        let holder = Task { await turns.withTurn { await gate.wait() } }
        await gate.waitForWaiters()
        #expect(await turns.withTurnIfFree { true } == nil)
        gate.open()
        _ = await holder.value
        #expect(await turns.withTurnIfFree { await isFree() } == false)
        #expect(await isFree())
    }

    @Test("A failure passes the turn on, and comes through")
    func failure() async {
        let base = StubSolver([.failure(.init(.dismissed)), .token("2")])
        let solver = base.serialized
        #expect(await solver.start("1").value.outcome == "dismissed")
        #expect(await solver.start("2").value.outcome == "2")
        await solver.didReplay(.question("2"), outcome: .accepted)
        #expect(base.told.map(\.outcome) == [.accepted])
    }

    @Test("A solver that asks itself does not wait for itself, and what it left running does")
    func nested() async {
        let (leftBehind, outer) = (LockedValue<Task<String, Never>?>(nil), LockedValue<(any CaptchaSolver)?>(nil))
        let base = StubSolver { [gate] challenge in
            let solver = outer.value
            guard challenge == .question("outer"), let solver else { return try CaptchaToken("inner") }
            leftBehind.withLock {
                $0 = Task {
                    await gate.wait()
                    return await solver.start("left behind").value.outcome
                }
            }
            return try await solver.solve(.question("inner"))
        }
        let solver = SerializedSolver(base: base, turns: turns)
        outer.withLock { $0 = solver }
        #expect(await solver.start("outer").value.outcome == "inner")

        let hold = Gate()
        let holder = Task { [turns] in await turns.withTurn { await hold.wait() } }
        await hold.waitForWaiters()
        gate.open()
        for await _ in waiting { break }
        hold.open()
        #expect(await leftBehind.value?.value == "inner")
        #expect(await holder.value == true)
        outer.withLock { $0 = nil }
    }

    @Test("Two identities on one screen are asked one after the other")
    func twoScopes() async throws {
        let base = stubborn()
        let retry = CaptchaRetry(schemes: [TestScheme()], solver: SerializedSolver(base: base, turns: turns))
        let upstream = ScriptedUpstream { $0.token == nil ? .captcha("?") : .ok }
        async let first = retry.perform(PlainRequest.get, identity: "a", send: upstream.send).status
        async let second = retry.perform(PlainRequest.get, identity: "b", send: upstream.send).status
        for await _ in waiting { break }
        #expect(base.activeSolves == 1)
        gate.open()
        #expect(try await [first, second] == [200, 200])
        #expect(base.asked.count == 2 && base.maximumConcurrentSolves == 1)
    }

    @Test("Rule 17: all of them in a row keep a solver's own requests from waiting for it")
    func reentrancy() async throws {
        let upstream = ScriptedUpstream { $0.token == nil ? .captcha("?") : .ok }
        let itself = LockedValue<CaptchaRetry?>(nil)
        let base = StubSolver { _ in
            try CaptchaToken("\(try await itself.value?.perform(PlainRequest.get, send: upstream.send).status ?? 0)")
        }
        let solver: some CaptchaSolver = .first(of: [
            base.only(for: .question).timeout(.seconds(9), clock: ManualClock()).serialized
        ])
        let retry = CaptchaRetry(schemes: [TestScheme()], solver: solver)
        itself.withLock { $0 = retry }
        #expect(try await retry.perform(PlainRequest.get, send: upstream.send).status == 200)
        #expect(upstream.requests.map(\.token) == [nil, nil, "403"])
        #expect(base.told.map(\.outcome) == [.accepted])
        itself.withLock { $0 = nil }
    }

    @Test("A crowd of which many leave is served one at a time, to the last")
    func crowd() async {
        let base = StubSolver { challenge in
            await Task.yield()
            return try CaptchaToken("t")
        }
        let solver = SerializedSolver(base: base, turns: turns)
        let tasks = (0..<300).map { solver.start("\($0)") }
        for (number, task) in tasks.enumerated() where number % 3 == 0 { task.cancel() }
        for (number, task) in tasks.enumerated() {
            let outcome = await task.value.outcome
            #expect(outcome == "t" || number % 3 == 0 && outcome == "cancelled")
        }
        #expect(base.maximumConcurrentSolves == 1)
        #expect(await isFree())
    }
}
