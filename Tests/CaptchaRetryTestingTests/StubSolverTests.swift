import CaptchaRetry
import CaptchaRetryTesting
import Testing

@Suite("StubSolver")
struct StubSolverTests {
    let challenge = CaptchaChallenge(scheme: "test", prompt: .question("2 + 2?"))

    @Test("A stub with a token gives it every time and remembers what it was asked and told")
    func fixedToken() async throws {
        let solver = StubSolver(token: "four")
        #expect(try await solver.solve(challenge).value == "four")
        #expect(try await solver.solve(challenge).value == "four")
        await solver.didReplay(challenge, outcome: .accepted)
        #expect(solver.asked == [challenge, challenge])
        #expect(solver.told == [StubSolver.Report(challenge: challenge, outcome: .accepted)])
    }

    @Test("A stub with a closure does what the closure does")
    func closure() async throws {
        let solver = StubSolver { challenge in
            guard challenge.round == 1 else { throw CaptchaHandlingError(.dismissed) }
            return try CaptchaToken("token for \(challenge.scheme)")
        }
        #expect(try await solver.solve(challenge).value == "token for test")
    }
}
