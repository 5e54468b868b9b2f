import CaptchaRetry
import CaptchaRetryTesting
import Testing

@Suite("StubSolver", .timeLimit(.minutes(60)))
struct StubSolverTests {
    let challenge = CaptchaChallenge(scheme: "test", prompt: .question("2 + 2?"))

    private struct SomeError: Error {}

    private func code(of solver: StubSolver) async -> CaptchaHandlingError.Code? {
        await #expect(throws: CaptchaHandlingError.self) { try await solver.solve(challenge) }?.code
    }

    @Test("A stub with a token gives it every time and remembers what it was asked and told")
    func fixedToken() async throws {
        let solver = StubSolver(token: "four")
        #expect(try await solver.solve(challenge).value == "four")
        #expect(try await solver.solve(challenge).value == "four")
        await solver.didReplay(challenge, outcome: .accepted)
        #expect(solver.asked == [challenge, challenge])
        #expect(solver.told == [StubSolver.Report(challenge: challenge, outcome: .accepted)])
    }

    @Test("A stub with a text that is no token fails as a real solver would")
    func unusableToken() async {
        #expect(await code(of: StubSolver(token: "")) == .unusableToken)
        #expect(await code(of: StubSolver([.token("a\r\nb")])) == .unusableToken)
    }

    @Test("A stub with a list gives one after the other, and fails when it is used up")
    func list() async throws {
        let solver = StubSolver([
            .token("a", extras: ["type": "x"]), .failure(.init(.dismissed)), .outOfBand,
        ])
        let first = try await solver.solve(challenge)
        #expect(first.value == "a")
        #expect(first[extra: "type"] == "x")
        #expect(await code(of: solver) == .dismissed)
        #expect(try await solver.solve(challenge) == .outOfBand)
        let error = await #expect(throws: CaptchaHandlingError.self) { try await solver.solve(challenge) }
        #expect(error?.code == .solverFailed)
        #expect(error?.reason != nil)
        #expect(solver.asked.count == 4)
    }

    @Test("A stub with a closure does what the closure does, whether that throws typed or not")
    func closure() async throws {
        let untyped = StubSolver { challenge in
            guard challenge.round == 1 else { throw CaptchaHandlingError(.timedOut) }
            return try CaptchaToken("token for \(challenge.scheme)")
        }
        #expect(try await untyped.solve(challenge).value == "token for test")
        let typed = StubSolver { _ throws(CaptchaHandlingError) in throw CaptchaHandlingError(.dismissed) }
        #expect(await code(of: typed) == .dismissed)
    }

    @Test("A foreign error from a closure becomes solverFailed, a CancellationError cancelled")
    func foreignErrors() async {
        let failing = StubSolver { _ in throw SomeError() }
        let error = await #expect(throws: CaptchaHandlingError.self) { try await failing.solve(challenge) }
        #expect(error?.code == .solverFailed)
        #expect(error?.underlying is SomeError)
        #expect(await code(of: StubSolver { _ in throw CancellationError() }) == .cancelled)
    }

    @Test("A stub with a delay answers when its clock has moved that far")
    func delay() async throws {
        let clock = ManualClock()
        let solver = StubSolver(token: "late", delay: .seconds(30), on: clock)
        async let token = solver.solve(challenge)
        await clock.waitForSleepers()
        #expect(solver.activeSolves == 1)
        clock.advance(by: .seconds(30))
        #expect(try await token.value == "late")
        #expect(solver.activeSolves == 0)
    }

    @Test("A stub that is cancelled during its delay fails with cancelled")
    func cancelledDelay() async {
        let clock = ManualClock()
        let solver = StubSolver([.token("late")], delay: .seconds(30), on: clock)
        let challenge = challenge
        let task = Task { try await solver.solve(challenge) }
        await clock.waitForSleepers()
        task.cancel()
        let error = await #expect(throws: CaptchaHandlingError.self) { try await task.value }
        #expect(error?.code == .cancelled)
        #expect(solver.activeSolves == 0)
    }

    @Test("Solves at the same time are counted, and answered in the order in which they were asked")
    func concurrency() async throws {
        let clock = ManualClock()
        let solver = StubSolver([.token("a"), .token("b"), .token("c")], delay: .seconds(1), on: clock)
        var tasks: [Task<CaptchaToken, any Error>] = []
        for number in 1...3 {
            let challenge = challenge
            tasks.append(Task { try await solver.solve(challenge) })
            await solver.waitUntilAsked(number)
        }
        await clock.waitForSleepers(3)
        #expect(solver.activeSolves == 3)
        clock.advance(by: .seconds(1))
        var values: [String?] = []
        for task in tasks { values.append(try await task.value.value) }
        #expect(values == ["a", "b", "c"])
        #expect(solver.activeSolves == 0)
        #expect(solver.maximumConcurrentSolves == 3)
    }

    @Test("Waiting until it is asked ends when it was, or when the waiting task is cancelled")
    func waitUntilAsked() async throws {
        let solver = StubSolver(token: "t")
        let hopeless = Task { await solver.waitUntilAsked(2) }
        let waiting = Task { await solver.waitUntilAsked() }
        _ = try await solver.solve(challenge)
        await waiting.value
        hopeless.cancel()
        await hopeless.value
        #expect(solver.asked.count == 1)
    }
}
