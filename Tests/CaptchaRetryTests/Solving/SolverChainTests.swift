import CaptchaRetryTesting
import Testing

@testable import CaptchaRetry

@Suite("Several solvers, of which the first that can show the prompt does so")
struct SolverChainTests {
    private let second = StubSolver(token: "2")

    @Test("A solver that can't show the prompt is passed over, and only that one")
    func order() async {
        let (first, third) = (StubSolver.declining(), StubSolver(token: "3"))
        let chain = first.fallback(to: second).fallback(to: third)
        #expect(await chain.start("?").value.outcome == "2")
        #expect([first, second, third].map(\.asked.count) == [1, 1, 0])
    }

    @Test(
        "Any other error stands, and nobody else is asked",
        arguments: [CaptchaHandlingError.Code.dismissed, .timedOut, .solverFailed, .unusableToken, .cancelled])
    func otherErrors(code: CaptchaHandlingError.Code) async {
        let first = StubSolver([.failure(.init(code, reason: "why"))])
        let error = await captchaError { try await first.fallback(to: second).solve(.question("?")) }
        #expect(error?.code == code && error?.reason == "why")
        #expect(second.asked.isEmpty)
    }

    @Test("Where none can show it, the error says so with the reasons of all")
    func none() async {
        let solver: some CaptchaSolver = .first(of: [
            StubSolver.declining("no terminal"), StubSolver.declining(), StubSolver.declining("no display"),
        ])
        let error = await captchaError { try await solver.solve(.question("?")) }
        #expect(error?.code == .noSolverForPrompt && error?.reason == "no terminal; no display")

        let empty = await captchaError { try await SolverChain.first(of: []).solve(.question("?")) }
        #expect(empty?.code == .noSolverForPrompt && empty?.reason == "none is there for a question")
    }

    @Test("Each kind of prompt goes to the solver that is there for it, and one for which none is fails")
    func kinds() async {
        let (pages, texts, processes) = (StubSolver(token: "a"), StubSolver(token: "b"), StubSolver(token: "c"))
        let solver: some CaptchaSolver = .first(of: [
            pages.only(for: .page, .widget), texts.only(for: .picture, .question), processes.only(for: .hostedProcess),
        ])
        for challenge in CaptchaChallenge.ofEachKind.dropLast() { _ = try? await solver.solve(challenge) }
        #expect(pages.asked.map(\.prompt.kind) == [.page, .widget])
        #expect(texts.asked.map(\.prompt.kind) == [.picture, .question])
        #expect(processes.asked.map(\.prompt.kind) == [.hostedProcess])
        let unknown = CaptchaChallenge.ofEachKind[5]
        #expect(await captchaError { try await solver.solve(unknown) }?.code == .noSolverForPrompt)
    }

    @Test("A solver can be kept to challenges of one's choice, and hears of its tokens")
    func chosen() async throws {
        let picky = second.only { $0["id"] == "7" }
        var challenge = CaptchaChallenge.question("?")
        #expect(await captchaError { try await picky.solve(challenge) }?.code == .noSolverForPrompt)
        challenge.echo = [.init("id", "7")]
        #expect(try await picky.solve(challenge).value == "2")
        await picky.didReplay(challenge, outcome: .accepted)
        #expect(second.asked.count == 1 && second.told.count == 1)
    }

    @Test("A solver that a cancellation ends while it declines leads to no further prompt")
    func cancelledInBetween() async {
        let first = StubSolver { _ in
            withUnsafeCurrentTask { $0?.cancel() }
            throw CaptchaHandlingError(.noSolverForPrompt)
        }
        #expect(await first.fallback(to: second).start("?").value.outcome == "cancelled")
        #expect(second.asked.isEmpty)
    }

    @Test("A cancellation reaches the solver that is at work")
    func cancellation() async {
        let gate = Gate()
        let slow = StubSolver { _ in
            guard await gate.wait() else { throw CaptchaHandlingError(.dismissed, reason: "seen") }
            return try CaptchaToken("t")
        }
        let solve = StubSolver.declining().fallback(to: slow).start("?")
        await gate.waitForWaiters()
        solve.cancel()
        #expect(await solve.value.outcome == "dismissed")
    }

    @Test("The outcome goes to the solver that the token is from, once, and to no other")
    func told() async throws {
        let first = StubSolver { challenge in
            guard challenge.round == 1 else { throw CaptchaHandlingError(.noSolverForPrompt) }
            return try CaptchaToken("1")
        }
        let idle = StubSolver(token: "3")
        let upstream = ScriptedUpstream { $0.token == "2" ? .ok : .captcha(1) }
        let chain = first.fallback(to: second)
        let retry = CaptchaRetry(schemes: [TestScheme()], solver: chain.fallback(to: idle))
        #expect(try await retry.perform(PlainRequest.get, send: upstream.send).status == 200)
        #expect(upstream.requests.map(\.token) == [nil, "1", "2"])
        #expect(first.told.map(\.outcome) == [.refused] && first.told.map(\.challenge.round) == [1])
        #expect(second.told.map(\.outcome) == [.accepted] && second.told.map(\.challenge.round) == [2])
        #expect(idle.told.isEmpty)

        let again = try #require(second.told.first)
        await chain.didReplay(again.challenge, outcome: .refused)
        #expect(first.told.count + second.told.count == 2)
    }

    @Test("Nobody hears of a challenge that nobody solved")
    func untold() async {
        let first = StubSolver([.failure(.init(.dismissed))])
        let chain = first.fallback(to: second)
        _ = await chain.start("?").value
        await chain.didReplay(.question("?"), outcome: .refused)
        await chain.didReplay(.question("never seen"), outcome: .refused)
        #expect(first.told.isEmpty && second.told.isEmpty)
    }

    @Test("Of two equal challenges that two solvers solved, the outcomes go to them in order")
    func equalChallenges() async throws {
        let first = StubSolver([.token("1"), .failure(.init(.noSolverForPrompt))])
        let chain = first.fallback(to: second)
        #expect(try await chain.solve(.question("?")).value == "1")
        #expect(try await chain.solve(.question("?")).value == "2")
        await chain.didReplay(.question("?"), outcome: .refused)
        await chain.didReplay(.question("?"), outcome: .accepted)
        #expect(first.told.map(\.outcome) == [.refused])
        #expect(second.told.map(\.outcome) == [.accepted])
    }

    @Test("Two accounts with equal challenges: each solver hears of its own token, whichever is replayed first")
    func equalChallengesOfTwoAccounts() async throws {
        let (gate, busy) = (Gate(), Lock(false))
        // It has one window.
        let first = StubSolver { _ in
            let wasBusy = busy.withLock { isBusy in
                defer { isBusy = true }
                return isBusy
            }
            if wasBusy { throw CaptchaHandlingError(.noSolverForPrompt) }
            return try CaptchaToken("1")
        }
        let retry = CaptchaRetry(schemes: [TestScheme()], solver: first.fallback(to: second))
        let upstream = ScriptedUpstream { request in
            switch request.token {
            case nil: return .captcha("same")
            case "1":
                await gate.wait()
                return .ok
            default: return .json("{}", status: 503)
            }
        }
        async let slow = retry.perform(PlainRequest.get, identity: "a", send: upstream.send).status
        await gate.waitForWaiters()
        #expect(try await retry.perform(PlainRequest.get, identity: "b", send: upstream.send).status == 503)
        #expect(first.told.isEmpty)
        #expect(second.told.map(\.outcome) == [.undetermined])
        gate.open()
        #expect(try await slow == 200)
        #expect(first.told.map(\.outcome) == [.accepted] && second.told.count == 1)
    }

    @Test("Tokens that are never replayed are forgotten in time, the oldest first")
    func bounded() async throws {
        let chain = StubSolver.declining().fallback(to: second)
        for number in 0...SolveRecord.limit { _ = try await chain.solve(.question("\(number)")) }
        await chain.didReplay(.question("0"), outcome: .accepted)
        #expect(second.told.isEmpty)
        await chain.didReplay(.question("1"), outcome: .accepted)
        #expect(second.told.map(\.challenge) == [.question("1")])
    }
}
