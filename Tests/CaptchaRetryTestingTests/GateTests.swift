import CaptchaRetryTesting
import Testing

@Suite("Gate", .timeLimit(.minutes(60)))
struct GateTests {
    @Test("Tasks wait at a closed gate, and all go on when it is opened")
    func opening() async {
        let gate = Gate()
        let tasks = (0..<10).map { _ in Task { await gate.wait() } }
        await gate.waitForWaiters(10)
        #expect(gate.waiterCount == 10)
        #expect(!gate.isOpen)
        gate.open()
        #expect(gate.waiterCount == 0)
        for task in tasks { #expect(await task.value) }
    }

    @Test("Nobody waits at an open gate, and opening it again changes nothing")
    func openFromTheStart() async {
        let gate = Gate(isOpen: true)
        #expect(await gate.wait())
        gate.open()
        #expect(gate.isOpen)
        #expect(await gate.wait())
    }

    @Test("A task that is cancelled at the gate leaves at once, and the others go on waiting")
    func cancellation() async {
        let gate = Gate()
        let cancelled = Task { await gate.wait() }
        let other = Task { await gate.wait() }
        await gate.waitForWaiters(2)
        cancelled.cancel()
        #expect(await cancelled.value == false)
        #expect(gate.waiterCount == 1)
        gate.open()
        #expect(await other.value)
        #expect(gate.waiterCount == 0)
    }

    @Test("A task that is cancelled before it comes to the gate does not wait, unless the gate is open anyway")
    func cancelledBefore() async {
        let (gate, start) = (Gate(), Gate())
        let task = Task {
            await start.wait()
            return await gate.wait()
        }
        task.cancel()
        #expect(await task.value == false)
        let passing = Task {
            await start.wait()
            return await Gate(isOpen: true).wait()
        }
        passing.cancel()
        #expect(await passing.value)
    }

    @Test("Opening and cancelling at the same time resumes every task once")
    func race() async {
        for _ in 0..<300 {
            let gate = Gate()
            let tasks = (0..<8).map { _ in Task { await gate.wait() } }
            async let opening: Void = gate.open()
            for task in tasks[..<4] { task.cancel() }
            await opening
            for task in tasks[..<4] { _ = await task.value }
            for task in tasks[4...] { #expect(await task.value) }
            #expect(gate.waiterCount == 0)
        }
    }
}
