import CaptchaRetry
import CaptchaSolvers
import Foundation
import Testing

@Suite("The terminal solver without a terminal", .timeLimit(.minutes(60)))
struct TerminalSolverPipeTests {
    private let output: TestPipe

    init() throws { output = try TestPipe() }

    private func solver(_ input: TestPipe) -> TerminalSolver {
        TerminalSolver(input: input.readEnd, output: output.writeEnd)
    }

    @Test("A line that is ready in an open pipe is the answer, and the prompt was shown before")
    func readyLine() async throws {
        let input = try TestPipe("four\n")
        #expect(await solver(input).outcome() == .token("four"))
        let shown = try output.rest()
        #expect(shown.contains("    2 + 2?\n"))
        #expect(!shown.contains("four"))
    }

    @Test("Each solve takes one line of a pipe and leaves the others in it")
    func oneLineEach() async throws {
        let input = try TestPipe("one\ntwo\nthree\n")
        #expect(await solver(input).outcome() == .token("one"))
        #expect(await solver(input).outcome() == .token("two"))
        #expect(try input.rest() == "three\n")
    }

    @Test("Each solve takes one line of a file, the last one without a line feed, and then there is nothing")
    func file() async throws {
        let file = try openFile("one\r\ntwo\nthree".utf8)
        let solver = TerminalSolver(input: file.fileDescriptor, output: output.writeEnd)
        #expect(await solver.outcome() == .token("one"))
        #expect(await solver.outcome() == .token("two"))
        #expect(await solver.outcome() == .token("three"))
        #expect(await solver.outcome() == .nothingToRead)
    }

    @Test("An idle open pipe fails at once and shows nothing")
    func idle() async throws {
        let input = try TestPipe()
        #expect(await solver(input).outcome() == .nothingToRead)
        #expect(try output.rest().isEmpty)
    }

    @Test("An idle pipe that gets a line later is read then")
    func idleAndLater() async throws {
        let input = try TestPipe()
        #expect(await solver(input).outcome() == .nothingToRead)
        try input.write("late\n")
        #expect(await solver(input).outcome() == .token("late"))
    }

    @Test("A pipe whose writer is gone has nothing")
    func closedWriter() async throws {
        let input = try TestPipe()
        try input.closeWriteEnd()
        #expect(await solver(input).outcome() == .nothingToRead)
        #expect(try output.rest().isEmpty)
    }

    @Test("A last line without a line feed in a pipe whose writer is gone is the answer")
    func lastLine() async throws {
        let input = try TestPipe("last")
        try input.closeWriteEnd()
        #expect(await solver(input).outcome() == .token("last"))
        #expect(await solver(input).outcome() == .nothingToRead)
    }

    @Test("The null device, a closed descriptor, a directory and the end for writing have nothing")
    func noInput() async throws {
        let null = try #require(FileHandle(forReadingAtPath: "/dev/null"))
        let directory = try #require(FileHandle(forReadingAtPath: "/"))
        let pipe = try TestPipe()
        for input in [null.fileDescriptor, directory.fileDescriptor, pipe.writeEnd, 999_983, -1] {
            let solver = TerminalSolver(input: input, output: output.writeEnd)
            #expect(await solver.outcome() == .nothingToRead, "descriptor \(input)")
        }
        #expect(try output.rest().isEmpty)
    }

    @Test("An empty or blank line is a dismissal and takes nothing but itself", arguments: ["\n", " \t\n", "\r\n"])
    func emptyLine(line: String) async throws {
        let input = try TestPipe(line + "next\n")
        #expect(await solver(input).outcome() == .failed(.dismissed))
        #expect(await solver(input).outcome() == .token("next"))
    }

    @Test("Blanks around the answer are dropped, blanks inside stay", arguments: ["  a b\t\r\n", "a b\n"])
    func blanks(line: String) async throws {
        let input = try TestPipe(line)
        #expect(await solver(input).outcome() == .token("a b"))
        #expect(try input.rest().isEmpty)
    }

    @Test("Half a line in an open pipe is shown a prompt, and the answer is the whole line")
    func halfLine() async throws {
        let input = try TestPipe("ha")
        let solver = solver(input)
        async let outcome = solver.outcome()
        await output.text(until: "gives up.\n")
        try input.write("lf\n")
        #expect(await outcome == .token("half"))
    }

    @Test("Half a line whose solve is cancelled answers the next one, whole")
    func cancelledHalfLine() async throws {
        let input = try TestPipe("ha")
        let solver = solver(input)
        let task = Task { await solver.outcome() }
        await output.text(until: "gives up.\n")
        task.cancel()
        #expect(await task.value == .failed(.cancelled))
        try input.write("lf\nnext\n")
        #expect(await solver.outcome() == .token("half"))
        #expect(await solver.outcome() == .token("next"))
    }

    @Test("A descriptor number that was given to another pipe does not see the bytes of the first")
    func reusedNumber() async throws {
        let first = try TestPipe("stale")
        let number = first.readEnd
        let solver = solver(first)
        let task = Task { await solver.outcome() }
        await output.text(until: "gives up.\n")
        task.cancel()
        #expect(await task.value == .failed(.cancelled))
        let second = try TestPipe("fresh\n")
        // Makes the number stand for the second pipe without a moment in which it is free for another test.
        try #require(dup2(second.readEnd, number) == number)
        #expect(await solver.outcome() == .token("fresh"))
    }

    @Test("A line that is no UTF-8 is refused with a reason, and the next one is read")
    func invalidText() async throws {
        let input = try TestPipe()
        try input.write([0x61, 0xFF, 0xFE, 0x0A] + Array("next\n".utf8))
        #expect(await solver(input).outcome() == .failed(.unusableToken, "it is not text in UTF-8"))
        #expect(await solver(input).outcome() == .token("next"))
    }

    @Test("A line with a control character is refused")
    func controlCharacter() async throws {
        let input = try TestPipe("ab\u{1B}[D\n")
        #expect(await solver(input).outcome() == .failed(.unusableToken, "it holds a control character"))
    }

    @Test("The longest token passes; one byte more, or very much more, is refused and does not spoil the next line")
    func longLines() async throws {
        let longest = String(repeating: "x", count: CaptchaToken.maximumLength)
        let monster = String(repeating: "y", count: 300_000)
        let file = try openFile("\(longest)\n\(longest)x\n\(monster)\nnext\n".utf8)
        let solver = TerminalSolver(input: file.fileDescriptor, output: output.writeEnd)
        #expect(await solver.outcome() == .token(longest))
        #expect(await solver.outcome() == .failed(.unusableToken, "it is longer than 64 KiB"))
        #expect(await solver.outcome() == .failed(.unusableToken, "it is longer than 64 KiB"))
        #expect(await solver.outcome() == .token("next"))
    }

    @Test("An input without an end and without lines fails as soon as it is longer than any token")
    func endlessInput() async throws {
        let zeros = try #require(FileHandle(forReadingAtPath: "/dev/zero"))
        let solver = TerminalSolver(input: zeros.fileDescriptor, output: output.writeEnd)
        #expect(await solver.outcome() == .failed(.unusableToken, "it is longer than 64 KiB"))
    }

    @Test("A prompt that cannot be shown takes no line")
    func unshowable() async throws {
        let input = try TestPipe("kept\n")
        let challenge = CaptchaChallenge(scheme: "test", prompt: .unanswerable("blocked"))
        let outcome = await solver(input).outcome(challenge)
        #expect(outcome == .failed(.noSolverForPrompt, "a terminal cannot show this kind of captcha"))
        #expect(try input.rest() == "kept\n")
    }

    @Test("A solve in a task that is cancelled already takes no line and shows nothing")
    func cancelledBefore() async throws {
        let input = try TestPipe("kept\n")
        let solver = solver(input)
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return await solver.outcome()
        }
        #expect(await task.value == .failed(.cancelled))
        #expect(try input.rest() == "kept\n")
        #expect(try output.rest().isEmpty)
    }

    @Test("An output whose reader is gone, or that is closed, does not matter")
    func deadOutput() async throws {
        try output.closeReadEnd()
        let input = try TestPipe("one\ntwo\nthree\n")
        #expect(await solver(input).outcome() == .token("one"))
        #expect(await TerminalSolver(input: input.readEnd, output: 999_983).outcome() == .token("two"))
        #expect(await TerminalSolver(input: input.readEnd, output: -1).outcome() == .token("three"))
    }

    @Test("After the replay the person reads what became of the answer, where that is known")
    func news() async throws {
        let input = try TestPipe()
        let solver = solver(input)
        await solver.didReplay(.question("q"), outcome: .refused)
        await solver.didReplay(.question("q"), outcome: .undetermined)
        await solver.didReplay(.question("q"), outcome: .accepted)
        #expect(try output.rest() == "The answer was refused.\nThe answer was accepted.\n")
    }
}
