import CaptchaRetry
import CaptchaRetryTesting
import Testing

@Suite(
    "Registration at a real Synapse",
    .enabled(if: Upstream.isStarted(Homeserver.variable), "Synapse is not there; Tests/Upstreams/run starts it"))
struct MatrixRegistrationTests {
    @Test("Registration passes the captcha and the stage behind it in one session, and the account can log in")
    func registration() async throws {
        let (solver, account) = (StubSolver.passingWidget(), Homeserver.Account())
        let homeserver = try Homeserver(solver: solver)
        let response = try await homeserver.register(account)
        #expect(response.status == 200)
        #expect(response.json()?["user_id"]?.string == account.userID)
        #expect(
            solver.asked.map(\.prompt) == [
                .widget(CaptchaWidget(provider: .reCAPTCHA, siteKey: "site-key-of-the-tests"))
            ])
        #expect(solver.told.outcomes == [.accepted])
        #expect(try await homeserver.logIn(account).json()?["user_id"]?.string == account.userID)
    }

    @Test("A refused token prompts again in the same session, with the homeserver's reason, and a good one passes")
    func refusedToken() async throws {
        let (solver, account) = (StubSolver.passingWidget { $0 > 1 }, Homeserver.Account())
        let homeserver = try Homeserver(solver: solver)
        #expect(try await homeserver.register(account).status == 200)
        #expect(solver.asked.map(\.round) == [1, 2])
        #expect(solver.asked.map(\.refusal) == [nil, "Captcha authentication failed"])
        let sessions = solver.asked.map { $0["session"] }
        #expect(sessions[0] != nil && Set(sessions).count == 1)
        #expect(solver.told.outcomes == [.refused, .accepted])
        #expect(try await homeserver.logIn(account).status == 200)
    }

    @Test("Of eight registrations at once every one ends in an account, with a token of its own")
    func parallelRegistrations() async throws {
        let solver = StubSolver.passingWidget()
        let homeserver = try Homeserver(solver: solver)
        let accounts = (0..<8).map { _ in Homeserver.Account() }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for account in accounts {
                group.addTask {
                    let response = try await homeserver.register(account)
                    #expect(response.json()?["user_id"]?.string == account.userID)
                }
            }
            try await group.waitForAll()
        }
        #expect(solver.maximumConcurrentSolves == 1)
        #expect(solver.told.outcomes == Array(repeating: .accepted, count: 8))
    }

    @Test("A login with a wrong password is a 401 or 403 of its own, and nobody is asked")
    func wrongPassword() async throws {
        let solver = StubSolver.passingWidget()
        let response = try await Homeserver(solver: solver).logIn(Homeserver.Account())
        #expect(response.json()?["errcode"]?.string == "M_FORBIDDEN")
        #expect(solver.asked.isEmpty)
    }
}
