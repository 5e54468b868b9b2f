import CaptchaRetry
import TestSupport
import Testing

@testable import CaptchaSolvers

@Suite("Several prompts at one terminal", .timeLimit(.minutes(60)))
struct TerminalQueueTests {
    private let terminal: Pseudoterminal
    private let output: TestPipe
    private let queue: TerminalQueue
    private let waiting: AsyncStream<Void>

    init() throws {
        terminal = try Pseudoterminal()
        output = try TestPipe()
        let (stream, continuation) = AsyncStream<Void>.makeStream()
        waiting = stream
        queue = TerminalQueue(onWaiting: { continuation.yield() })
    }

    /// A further solver for the same terminal.
    private func solver() -> TerminalSolver {
        TerminalSolver(input: terminal.input, output: output.writeEnd, queue: queue)
    }

    private func start(_ question: String) -> Task<Outcome, Never> {
        Task { await solver().outcome(.question(question)) }
    }

    /// Starts a solve and suspends until it waits behind another one.
    private func startBehind(_ question: String) async -> Task<Outcome, Never> {
        let task = start(question)
        for await _ in waiting { break }
        return task
    }

    @Test("They are asked one after the other, in the order in which they came")
    func inOrder() async throws {
        let first = start("first?")
        #expect(await output.text(until: promptEnd).contains("first?"))
        let second = await startBehind("second?")
        let third = await startBehind("third?")
        try terminal.type("1\n2\n3\n")
        #expect(await first.value == .token("1"))
        #expect(await second.value == .token("2"))
        #expect(await third.value == .token("3"))
        let shown = try output.rest()
        let order = shown.split(separator: "\n").filter { $0.hasSuffix("?") }
        #expect(order == ["    second?", "    third?"])
    }

    @Test("One that is cancelled while it waits leaves at once, is never shown, and holds nobody up")
    func cancelledWaiter() async throws {
        let first = start("first?")
        await output.text(until: promptEnd)
        let second = await startBehind("second?")
        let third = await startBehind("third?")
        second.cancel()
        #expect(await second.value == .failed(.cancelled))
        try terminal.type("1\n")
        #expect(await first.value == .token("1"))
        let shown = await output.text(until: promptEnd)
        #expect(shown.contains("third?") && !shown.contains("second?"))
        try terminal.type("3\n")
        #expect(await third.value == .token("3"))
    }

    @Test("When the one that is asked is cancelled, the next one is asked")
    func cancelledHead() async throws {
        let first = start("first?")
        await output.text(until: promptEnd)
        let second = await startBehind("second?")
        first.cancel()
        #expect(await first.value == .failed(.cancelled))
        #expect(await output.text(until: promptEnd).contains("second?"))
        try terminal.type("2\n")
        #expect(await second.value == .token("2"))
    }

    @Test("A piped answer goes to each in turn, and the one too many fails without a prompt")
    func piped() async throws {
        let input = try TestPipe("a\nb\n")
        let outcomes = await withTaskGroup(of: Outcome.self, returning: [Outcome].self) { group in
            for _ in 1...3 {
                group.addTask { [queue, output] in
                    await TerminalSolver(input: input.readEnd, output: output.writeEnd, queue: queue).outcome()
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(outcomes.filter { $0 == .token("a") }.count == 1)
        #expect(outcomes.filter { $0 == .token("b") }.count == 1)
        #expect(outcomes.filter { $0 == .nothingToRead }.count == 1)
        #expect(try output.rest().split(separator: "\n").filter { $0.hasSuffix("2 + 2?") }.count == 2)
    }

    @Test("News about an answer does not run into the prompt of another request")
    func newsWhileAsking() async throws {
        let task = start("first?")
        await output.text(until: promptEnd)
        await solver().didReplay(.question("other?"), outcome: .accepted)
        try terminal.type("1\n")
        #expect(await task.value == .token("1"))
        await solver().didReplay(.question("first?"), outcome: .accepted)
        #expect(try output.rest() == "The answer was accepted.\n")
    }

    @Test("Many that come, wait and are cancelled at random leave a queue that works")
    func random() async throws {
        let seed = UInt64.random(in: .min ... .max)
        var generator = SeededGenerator(state: seed)
        for _ in 1...20 {
            let first = start("first?")
            await output.text(until: promptEnd)
            var others: [Task<Outcome, Never>] = []
            for _ in 1...10 { others.append(await startBehind("other?")) }
            let cancelled = Set((0..<10).filter { _ in Bool.random(using: &generator) })
            for index in cancelled { others[index].cancel() }
            for index in cancelled { #expect(await others[index].value == .failed(.cancelled), "seed \(seed)") }
            try terminal.type("x\n")
            #expect(await first.value == .token("x"), "seed \(seed)")
            for index in others.indices where !cancelled.contains(index) {
                await output.text(until: promptEnd)
                try terminal.type("\(index)\n")
                #expect(await others[index].value == .token("\(index)"), "seed \(seed)")
            }
        }
    }
}

/// The same numbers for the same seed.
private struct SeededGenerator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
