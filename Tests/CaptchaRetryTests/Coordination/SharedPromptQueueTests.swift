import Testing

@testable import CaptchaRetry

@Suite("The queue of a scope whose tokens are shared")
struct SharedPromptQueueTests {
    @Test("Rule 12: all challenged requests join the running solve and replay with its token")
    func join() throws {
        var machine = Machine(Machine.shared)
        #expect(machine.arrive("a") == ["start 1"])
        #expect(machine.arrive("b") == [])
        #expect(machine.arrive("c") == [])
        #expect(try machine.solved(1) == ["a: token 1", "b: token 1", "c: token 1"])
        #expect(machine.settle("b", token: 1, .passed(.accepted)) == ["tell accepted"])
        #expect(machine.settle("a", token: 1, .passed(.accepted)) == [])
        #expect(machine.settle("c", token: 1, .passed(.undetermined)) == [])
    }

    @Test("Rules 12, 14: a request that was sent without the token gets it at once")
    func late() throws {
        var machine = Machine(Machine.shared)
        _ = machine.arrive("a")
        _ = try machine.solved(1)
        #expect(machine.arrive("b") == ["b: token 1"])
    }

    @Test("Rule 12: N refusals of one generation start one new solve")
    func refusals() throws {
        var machine = Machine(Machine.shared)
        for name in "abcd" { _ = machine.arrive(name) }
        #expect(try machine.solved(1) == ["a: token 1", "b: token 1", "c: token 1", "d: token 1"])
        #expect(machine.settle("a", token: 1, .challengedAgain) == ["tell refused"])
        #expect(machine.arrive("a", used: 1) == ["start 2"])
        for name in "bc" {
            #expect(machine.settle(name, token: 1, .challengedAgain) == [])
            #expect(machine.arrive(name, used: 1) == [])
        }
        #expect(try machine.solved(2) == ["a: token 2", "b: token 2", "c: token 2"])
        // The last of the old generation comes late, and gets the new token without another prompt.
        #expect(machine.settle("d", token: 1, .challengedAgain) == [])
        #expect(machine.arrive("d", used: 1) == ["d: token 2"])
    }

    @Test("Rule 12: a token that was attached in advance and is refused is given up")
    func attachedIsRefused() throws {
        var machine = Machine(Machine.shared)
        _ = machine.arrive("a")
        _ = try machine.solved(1)
        #expect(machine.settle("a", token: 1, .passed(.accepted)) == ["tell accepted"])
        #expect(machine.queue.held != nil)
        #expect(machine.refuse(1, attachedTo: "b") == [])
        #expect(machine.queue.held == nil)
        #expect(machine.arrive("b", used: 1) == ["start 2"])
        #expect(machine.refuse(1, attachedTo: "b") == [])
        #expect(machine.arrive("c", used: 1) == [])
    }

    @Test("Rule 12: a token that is over is attached to nothing, and is forgotten")
    func expiry() throws {
        var machine = Machine(.shared(lifetime: .seconds(60)))
        _ = machine.arrive("a")
        _ = try machine.solved(1)
        _ = machine.settle("a", token: 1, .passed(.accepted))
        machine.pass(.seconds(59))
        #expect(machine.arrive("b") == ["b: token 1"])
        #expect(machine.settle("b", token: 1, .passed(.accepted)) == [])
        machine.pass(.seconds(1))
        #expect(machine.arrive("c") == ["start 2"])
        #expect(machine.failed(2, .solverFailed) == ["c: solverFailed"])
        machine.pass(.seconds(60))
        _ = machine.tick()
        #expect(machine.queue.isIdle)
    }

    @Test("Rule 15: when the asker leaves, the solve goes on for the others, and what was asked stays")
    func heir() throws {
        var machine = Machine(Machine.shared)
        _ = machine.arrive("a")
        _ = machine.arrive("b")
        _ = machine.arrive("c")
        #expect(machine.leave("a") == [])
        #expect(machine.leave("b") == [])
        #expect(try machine.solved(1) == ["c: token 1"])
        #expect(machine.queue.held?.answer.challenge.prompt == .question("a"))
    }

    @Test("Rule 15: when the last interested request leaves, the solve is cancelled")
    func lastLeaves() {
        var machine = Machine(Machine.shared)
        _ = machine.arrive("a")
        _ = machine.arrive("b")
        #expect(machine.leave("a") == [])
        #expect(machine.leave("b") == ["cancel 1"])
        #expect(machine.arrive("c") == [])
        #expect(machine.failed(1, .cancelled) == ["start 2"])
    }

    @Test("Rule 16: a failure is the asker's own, and the next one prompts; a dismissal is everybody's")
    func failures() {
        var machine = Machine(Machine.shared)
        for name in "abc" { _ = machine.arrive(name) }
        #expect(machine.failed(1, .solverFailed) == ["a: solverFailed", "start 2"])
        #expect(machine.failed(2, .dismissed) == ["b: dismissed", "c: dismissed"])
    }

    @Test("A refusal is told before the solver is asked again, also where others could ask already")
    func toldBeforeAsked() throws {
        var machine = Machine(Machine.shared)
        _ = machine.arrive("a")
        _ = machine.arrive("b")
        #expect(try machine.solved(1) == ["a: token 1", "b: token 1"])
        #expect(machine.settle("a", token: 1, .challengedAgain) == ["tell refused"])
        #expect(machine.settle("b", token: 1, .challengedAgain) == [])
        #expect(machine.arrive("b", used: 1) == [])
        #expect(machine.arrive("a", used: 1) == ["start 2"])
        #expect(try machine.solved(2) == ["a: token 2", "b: token 2"])
        // Who tells may leave instead.
        #expect(machine.settle("a", token: 2, .challengedAgain) == ["tell refused"])
        #expect(machine.arrive("c", used: 2) == [])
        #expect(machine.leave("a") == ["start 3"])
    }

    @Test("A token that fits into no request is refused without being sent, and the next one asks")
    func misfit() throws {
        var machine = Machine(Machine.shared)
        _ = machine.arrive("a")
        _ = machine.arrive("b")
        #expect(try machine.solved(1) == ["a: token 1", "b: token 1"])
        #expect(machine.settle("a", token: 1, .passed(.refused)) == ["tell refused"])
        #expect(machine.queue.held == nil)
        #expect(machine.settle("b", token: 1, .passed(.refused)) == [])
        #expect(machine.arrive("c") == ["start 2"])
    }

    @Test("A token that takes the place of one that was never refused leaves nothing of it behind")
    func replaced() throws {
        var machine = Machine(.shared(lifetime: .seconds(60)))
        _ = machine.arrive("a")
        _ = try machine.solved(1)
        _ = machine.settle("a", token: 1, .passed(.accepted))
        machine.pass(.seconds(60))
        _ = machine.arrive("b")
        _ = try machine.solved(2)
        _ = machine.settle("b", token: 2, .passed(.accepted))
        machine.pass(.seconds(120))
        _ = machine.tick()
        #expect(machine.queue.isIdle)
    }

    @Test("Section 4: the solver is told once, by the first replay that says something")
    func toldOnce() throws {
        var machine = Machine(Machine.shared)
        for name in "abc" { _ = machine.arrive(name) }
        _ = try machine.solved(1)
        #expect(machine.settle("a", token: 1, .passed(.undetermined)) == [])
        #expect(machine.settle("b", token: 1, .passed(.undetermined)) == [])
        #expect(machine.settle("c", token: 1, .passed(.undetermined)) == ["tell undetermined"])
        #expect(machine.arrive("d") == ["d: token 1"])
        #expect(machine.settle("d", token: 1, .passed(.accepted)) == [])
    }
}
