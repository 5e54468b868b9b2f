import Testing

@testable import CaptchaRetry

@Suite("The queue of a scope whose tokens are for one request")
struct PromptQueueTests {
    @Test("Rule 11: one prompt at a time, first come first served")
    func oneAtATime() throws {
        var machine = Machine()
        #expect(machine.arrive("a") == ["start 1"])
        #expect(machine.arrive("b") == [])
        #expect(machine.arrive("c") == [])
        #expect(try machine.solved(1) == ["a: token 1"])
        // Until its outcome is known, nobody else gets the turn.
        #expect(machine.settle("a", token: 1, .passed(.undetermined)) == ["tell undetermined", "start 2"])
        #expect(try machine.solved(2) == ["b: token 2"])
        #expect(machine.settle("b", token: 2, .passed(.undetermined)) == ["tell undetermined", "start 3"])
        #expect(try machine.solved(3) == ["c: token 3"])
        #expect(machine.settle("c", token: 3, .passed(.accepted)) == ["tell accepted"])
    }

    @Test("Rule 9: a refused request keeps the turn and prompts again with the new challenge")
    func refusedKeepsTheTurn() throws {
        var machine = Machine()
        _ = machine.arrive("a")
        _ = machine.arrive("b")
        #expect(try machine.solved(1) == ["a: token 1"])
        #expect(machine.settle("a", token: 1, .challengedAgain) == ["tell refused"])
        #expect(machine.arrive("a") == ["start 2"])
        #expect(try machine.solved(2) == ["a: token 2"])
        #expect(machine.settle("a", token: 2, .passed(.accepted)) == ["tell accepted", "b: bare"])
    }

    @Test("Rule 13: after an accepted solve the next one tries bare, and if that passes all do at once")
    func release() throws {
        var machine = Machine()
        _ = machine.arrive("a")
        for name in "bcde" { #expect(machine.arrive(name) == []) }
        _ = try machine.solved(1)
        #expect(machine.settle("a", token: 1, .passed(.accepted)) == ["tell accepted", "b: bare"])
        #expect(machine.settle("b", .passed(.accepted)) == ["c: bare", "d: bare", "e: bare"])
        #expect(machine.settle("d", .passed(.accepted)) == [])
    }

    @Test("Rule 13: a bare replay that is challenged prompts with the fresh challenge")
    func bareIsChallenged() throws {
        var machine = Machine()
        _ = machine.arrive("a")
        _ = machine.arrive("b")
        _ = machine.arrive("c")
        _ = try machine.solved(1)
        #expect(machine.settle("a", token: 1, .passed(.accepted)) == ["tell accepted", "b: bare"])
        #expect(machine.settle("b", .challengedAgain) == [])
        #expect(machine.arrive("b") == ["start 2"])
        _ = try machine.solved(2)
        #expect(machine.settle("b", token: 2, .passed(.accepted)) == ["tell accepted", "c: bare"])
    }

    @Test("Rule 13: a bare replay that fails otherwise releases nobody; the next one tries")
    func bareFails() throws {
        var machine = Machine()
        _ = machine.arrive("a")
        _ = machine.arrive("b")
        _ = machine.arrive("c")
        _ = try machine.solved(1)
        #expect(machine.settle("a", token: 1, .passed(.accepted)) == ["tell accepted", "b: bare"])
        #expect(machine.settle("b", .passed(.undetermined)) == ["c: bare"])
    }

    @Test("Rule 13: who has replayed bare twice prompts instead")
    func noThirdBareReplay() throws {
        var machine = Machine()
        _ = machine.arrive("a")
        _ = machine.arrive("b", mayReplayBare: false)
        _ = machine.arrive("c")
        _ = try machine.solved(1)
        #expect(machine.settle("a", token: 1, .passed(.accepted)) == ["tell accepted", "start 2"])
        _ = try machine.solved(2)
        #expect(machine.settle("b", token: 2, .passed(.accepted)) == ["tell accepted", "c: bare"])
    }

    @Test("Rule 14: a challenge of a request sent before the latest accepted solve is replayed bare, not shown")
    func late() throws {
        var machine = Machine()
        let before = machine.sendTime
        _ = machine.arrive("a")
        _ = try machine.solved(1)
        _ = machine.settle("a", token: 1, .passed(.accepted))
        #expect(machine.arrive("b", sentAt: before) == ["b: bare"])
        #expect(machine.arrive("c") == ["start 2"])
        // It does not wait for the prompt that is open now either.
        #expect(machine.arrive("d", sentAt: before) == ["d: bare"])
        #expect(machine.arrive("e", sentAt: before, mayReplayBare: false) == [])
    }

    @Test("Rule 15: a waiter that leaves disturbs no one")
    func waiterLeaves() throws {
        var machine = Machine()
        _ = machine.arrive("a")
        _ = machine.arrive("b")
        _ = machine.arrive("c")
        #expect(machine.leave("b") == [])
        _ = try machine.solved(1)
        #expect(machine.settle("a", token: 1, .passed(.undetermined)) == ["tell undetermined", "start 2"])
        #expect(try machine.solved(2) == ["c: token 2"])
    }

    @Test("Rule 15: when the asker leaves, the solve is cancelled, and the next prompt waits for its end")
    func askerLeaves() throws {
        var machine = Machine()
        _ = machine.arrive("a")
        _ = machine.arrive("b")
        #expect(machine.leave("a") == ["cancel 1"])
        #expect(machine.arrive("c") == [])
        #expect(machine.failed(1, .cancelled) == ["start 2"])
        #expect(try machine.solved(2) == ["b: token 2"])
    }

    @Test("Rule 15: a solver that finishes at the instant in which the asker leaves gives its token to nobody")
    func askerLeavesAndSolverFinishes() throws {
        var machine = Machine()
        _ = machine.arrive("a")
        _ = machine.arrive("b")
        #expect(machine.leave("a") == ["cancel 1"])
        #expect(try machine.solved(1) == ["start 2"])
        // The other way round: the token is out, and its request goes.
        #expect(try machine.solved(2) == ["b: token 2"])
        #expect(machine.arrive("c") == [])
        #expect(machine.leave("b") == ["start 3"])
        #expect(machine.settle("b", token: 2, .passed(.undetermined)) == ["tell undetermined"])
    }

    @Test("Rule 15: what comes twice, or for something that is gone, changes nothing")
    func idempotent() throws {
        var machine = Machine()
        _ = machine.arrive("a")
        #expect(machine.leave("x") == [])
        #expect(machine.leave("a") == ["cancel 1"])
        #expect(machine.leave("a") == [])
        #expect(machine.failed(1, .cancelled) == [])
        #expect(machine.failed(1, .dismissed) == [])
        #expect(try machine.solved(1) == [])
        #expect(machine.settle("a", .passed(.accepted)) == [])
    }

    @Test("Rule 16: a dismissal or a time-out fails all that wait, and the next request prompts again")
    func dismissal() {
        for code in [CaptchaHandlingError.Code.dismissed, .timedOut] {
            var machine = Machine()
            _ = machine.arrive("a")
            _ = machine.arrive("b")
            _ = machine.arrive("c")
            #expect(machine.failed(1, code) == ["a: \(code)", "b: \(code)", "c: \(code)"])
            #expect(machine.arrive("d") == ["start 2"])
        }
    }

    @Test("Rule 16: any other failure is the prompting request's own")
    func otherFailure() {
        for code in [CaptchaHandlingError.Code.solverFailed, .noSolverForPrompt, .unusableToken, .cancelled] {
            var machine = Machine()
            _ = machine.arrive("a")
            _ = machine.arrive("b")
            #expect(machine.failed(1, code) == ["a: \(code)", "start 2"])
        }
    }

    @Test("Rule 19: a challenge that ended while it waited is replayed bare for a fresh one")
    func expired() {
        var machine = Machine()
        _ = machine.arrive("a")
        _ = machine.arrive("b", lasting: .seconds(60))
        _ = machine.arrive("c", mayReplayBare: false, lasting: .seconds(60))
        machine.pass(.seconds(60))
        #expect(machine.failed(1, .solverFailed) == ["a: solverFailed", "b: bare"])
        #expect(machine.settle("b", .challengedAgain) == [])
        #expect(machine.arrive("b", lasting: .seconds(60)) == ["start 2"])
        #expect(machine.failed(2, .solverFailed) == ["b: solverFailed", "c: stillChallenged"])
    }

    @Test("Rule 19: a challenge that is over when a replay meets it is replayed bare, as often as the request may")
    func expiredInReplay() throws {
        var machine = Machine()
        _ = machine.arrive("a")
        _ = try machine.solved(1)
        _ = machine.settle("a", token: 1, .challengedAgain)
        #expect(machine.arrive("a", lasting: .zero) == ["a: bare"])
        #expect(machine.arrive("b") == [])
        _ = machine.settle("a", .challengedAgain)
        #expect(machine.arrive("a", mayReplayBare: false, lasting: .zero) == ["a: stillChallenged", "start 2"])
    }
}
