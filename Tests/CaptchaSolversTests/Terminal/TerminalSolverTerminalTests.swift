import CaptchaRetry
import CaptchaSolvers
import Foundation
import TestSupport
import Testing

@Suite("The terminal solver at a terminal", .timeLimit(.minutes(60)))
struct TerminalSolverTerminalTests {
    private let terminal: Pseudoterminal
    private let output: TestPipe
    private let solver: TerminalSolver

    init() throws {
        terminal = try Pseudoterminal()
        output = try TestPipe()
        solver = TerminalSolver(input: terminal.input, output: output.writeEnd)
    }

    /// Starts a solve and suspends until its prompt is on the screen.
    private func startSolving(_ challenge: CaptchaChallenge = .question("2 + 2?")) async -> Task<Outcome, Never> {
        let task = Task { [solver] in await solver.outcome(challenge) }
        await output.text(until: promptEnd)
        return task
    }

    @Test("It waits for the line that is typed after the prompt")
    func waits() async throws {
        let task = await startSolving()
        try terminal.type("fo")
        try terminal.type("ur\n")
        #expect(await task.value == .token("four"))
        #expect(try output.rest().isEmpty)
    }

    @Test("A line that was typed before the prompt is the answer")
    func typedAhead() async throws {
        try terminal.type("four\nfive\n")
        #expect(await solver.outcome() == .token("four"))
        #expect(await solver.outcome() == .token("five"))
    }

    @Test("A refused answer is followed by a prompt that says so")
    func refusal() async throws {
        let first = await startSolving()
        try terminal.type("five\n")
        #expect(await first.value == .token("five"))
        let second = Task { await solver.outcome(.question("2 + 2?", round: 2, refusal: "too many")) }
        let shown = await output.text(until: promptEnd)
        #expect(shown.contains("The previous answer was refused: too many\n"))
        try terminal.type("four\n")
        #expect(await second.value == .token("four"))
    }

    @Test("Control-D on an empty line is a dismissal, and a later solve can be answered")
    func endOfInput() async throws {
        let task = await startSolving()
        try terminal.type("\u{4}")
        #expect(await task.value == .failed(.dismissed))
        let next = await startSolving()
        try terminal.type("four\n")
        #expect(await next.value == .token("four"))
    }

    @Test("Return alone is a dismissal")
    func emptyLine() async throws {
        let task = await startSolving()
        try terminal.type("\n")
        #expect(await task.value == .failed(.dismissed))
    }

    @Test("Control-D twice behind some text makes it the answer")
    func endOfInputBehindText() async throws {
        let task = await startSolving()
        try terminal.type("four\u{4}\u{4}")
        #expect(await task.value == .token("four"))
    }

    @Test("A terminal that goes away is a dismissal")
    func hangUp() async throws {
        let task = await startSolving()
        try terminal.hangUp()
        #expect(await task.value == .failed(.dismissed))
    }

    @Test("A cancelled solve returns at once, says so, and the next line answers the next solve")
    func cancellation() async throws {
        let task = await startSolving()
        task.cancel()
        #expect(await task.value == .failed(.cancelled))
        #expect(await output.text(until: ".\n").contains("no longer needed"))
        try terminal.type("four\n")
        #expect(await solver.outcome() == .token("four"))
    }

    @Test("What was half typed when a solve was cancelled is the beginning of the next answer")
    func cancellationInMidLine() async throws {
        let task = await startSolving()
        try terminal.type("fo")
        task.cancel()
        #expect(await task.value == .failed(.cancelled))
        let next = await startSolving()
        try terminal.type("ur\n")
        #expect(await next.value == .token("four"))
    }

    @Test("A line typed while the solve is being cancelled answers that solve or the next one, never none")
    func cancellationRace() async throws {
        for round in 1...100 {
            let task = await startSolving()
            let line = "answer \(round)"
            async let typing: Void = terminal.type(line + "\n")
            task.cancel()
            try await typing
            let outcome = await task.value
            if outcome != .token(line) {
                #expect(outcome == .failed(.cancelled))
                #expect(await solver.outcome() == .token(line))
                await output.text(until: promptEnd)
            }
        }
    }

    @Test("A prompt that is longer than what the output takes at a time is shown whole")
    func longPrompt() async throws {
        let address = "https://example.com/" + String(repeating: "x", count: 200_000)
        let page = try #require(URL(string: address))
        let task = Task { await solver.outcome(CaptchaChallenge(scheme: "test", prompt: .page(page))) }
        #expect(await output.text(until: promptEnd).contains("    " + address + "\n"))
        try terminal.type("token\n")
        #expect(await task.value == .token("token"))
    }

    @Test("An output that is stopped holds the prompt up, but not its cancellation")
    func stoppedOutput() async throws {
        try output.fill()
        let task = Task { await solver.outcome() }
        task.cancel()
        #expect(await task.value == .failed(.cancelled))
        await solver.didReplay(.question("q"), outcome: .accepted)
    }

    #if os(Linux)
        @Test("A line of which the terminal has dropped the end is refused, and the next one is read")
        func cutLine() async throws {
            let task = await startSolving()
            let line = String(repeating: "x", count: 5000)
            try terminal.type(line + "\n")
            let reason = "it is longer than a line of the terminal can be"
            #expect(await task.value == .failed(.unusableToken, reason))
            try terminal.type(String(line.prefix(4094)) + "\n")
            #expect(await solver.outcome() == .token(String(line.prefix(4094))))
        }
    #endif

    @Test("Fifty prompts at fifty terminals leave the threads of the concurrency pool free")
    func blocksNoPool() async throws {
        let terminals = try (1...50).map { _ in try Pseudoterminal() }
        let output = try TestPipe()
        await withTaskGroup(of: Outcome.self) { group in
            for terminal in terminals {
                group.addTask { await TerminalSolver(input: terminal.input, output: output.writeEnd).outcome() }
            }
            for _ in terminals { await output.text(until: "2 + 2?") }
            // All are waiting now. This runs on the pool as well.
            await Task.detached { for terminal in terminals { try? terminal.type("four\n") } }.value
            for await outcome in group { #expect(outcome == .token("four")) }
        }
    }
}
