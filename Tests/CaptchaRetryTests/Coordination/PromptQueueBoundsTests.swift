import Testing

@testable import CaptchaRetry

@Suite("The bounds of a scope's queue")
struct PromptQueueBoundsTests {
    @Test("Rule 16: within the cooldown after a dismissal requests fail with the same error")
    func cooldown() {
        var machine = Machine { $0.dismissalCooldown = .seconds(10) }
        _ = machine.arrive("a")
        #expect(machine.failed(1, .dismissed) == ["a: dismissed"])
        machine.pass(.seconds(9))
        #expect(machine.arrive("b") == ["b: dismissed"])
        machine.pass(.seconds(1))
        #expect(machine.arrive("c") == ["start 2"])
    }

    @Test("Rule 10: more prompts than the limit within the window fail as still challenged")
    func promptLimit() {
        var machine = Machine {
            $0.promptLimit = 2
            $0.promptWindow = .seconds(60)
        }
        _ = machine.arrive("a")
        #expect(machine.failed(1, .solverFailed) == ["a: solverFailed"])
        machine.pass(.seconds(30))
        #expect(machine.arrive("b") == ["start 2"])
        #expect(machine.arrive("c") == [])
        #expect(machine.failed(2, .solverFailed) == ["b: solverFailed", "c: stillChallenged"])
        machine.pass(.seconds(30))
        #expect(machine.arrive("d") == ["start 3"])
        #expect(machine.failed(3, .solverFailed) == ["d: solverFailed"])
        #expect(machine.arrive("e") == ["e: stillChallenged"])
    }

    @Test("Rule 18: a solver that takes too long is cancelled, and all that wait fail")
    func timeout() {
        var machine = Machine()
        _ = machine.arrive("a")
        _ = machine.arrive("b")
        machine.pass(.seconds(299))
        #expect(machine.tick() == [])
        machine.pass(.seconds(1))
        #expect(machine.tick() == ["cancel 1", "a: timedOut", "b: timedOut"])
        #expect(machine.arrive("c") == [])
        #expect(machine.failed(1, .cancelled) == ["start 2"])
    }

    @Test("Rules 11, 18: a solver that does not end keeps its turn, and who waits for it fails in time")
    func deafSolver() throws {
        var machine = Machine()
        _ = machine.arrive("a")
        #expect(machine.leave("a") == ["cancel 1"])
        #expect(machine.arrive("b") == [])
        machine.pass(.seconds(300))
        #expect(machine.tick() == ["cancel 1", "b: timedOut"])
        #expect(machine.arrive("c") == [])
        #expect(try machine.solved(1) == ["start 2"])
    }

    @Test("A replay that never ends holds up the others no longer than a solver could")
    func endlessReplay() throws {
        var machine = Machine()
        _ = machine.arrive("a")
        _ = machine.arrive("b")
        _ = try machine.solved(1)
        machine.pass(.seconds(299))
        #expect(machine.tick() == [])
        machine.pass(.seconds(1))
        #expect(machine.tick() == ["start 2"])
        // It may end after all, and disturbs nobody.
        #expect(machine.settle("a", token: 1, .passed(.accepted)) == ["tell accepted"])
        #expect(try machine.solved(2) == ["b: token 2"])
    }

    @Test("Ten thousand that come and leave during one prompt leave nothing in the queue")
    func comingAndLeaving() {
        var machine = Machine()
        _ = machine.arrive("a")
        for _ in 0..<10_000 {
            _ = machine.arrive("b")
            _ = machine.leave("b")
        }
        #expect(machine.queue.order.count < 100)
    }

    @Test("An idle queue keeps nothing but when it last accepted, once its window is over")
    func idle() throws {
        var machine = Machine { $0.promptWindow = .seconds(60) }
        _ = machine.arrive("a")
        _ = try machine.solved(1)
        _ = machine.settle("a", token: 1, .passed(.accepted))
        #expect(!machine.queue.isIdle)
        machine.pass(.seconds(60))
        _ = machine.tick()
        #expect(machine.queue.isIdle && machine.queue.nextDeadline == nil)
    }
}
