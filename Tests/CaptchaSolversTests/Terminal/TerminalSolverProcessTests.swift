#if os(Linux) || os(macOS)
    import CaptchaRetry
    import Foundation
    import TestSupport
    import Testing

    @testable import CaptchaSolvers

    #if canImport(Darwin)
        import Darwin
    #elseif canImport(Glibc)
        import Glibc
    #elseif canImport(Musl)
        import Musl
    #endif

    /// What needs a process of its own: the standard descriptors, and counting what is left over.
    @Suite("The terminal solver in a process of its own", .timeLimit(.minutes(60)))
    struct TerminalSolverProcessTests {
        private static let standardInputFailure = Outcome.failed(
            .noSolverForPrompt, "standard input is not a terminal and has nothing to read")

        /// A time limit does not reach into another process. The signal ends it, and that is a failure.
        private static func endIfStuck() { _ = alarm(3_000) }

        @Test("Standard input that is the null device, or closed, fails at once with a reason")
        func noStandardInput() async {
            await #expect(processExitsWith: .success) {
                Self.endIfStuck()
                let null = open("/dev/null", O_RDONLY)
                #expect(dup2(null, 0) == 0)
                #expect(await TerminalSolver().outcome() == Self.standardInputFailure)
                close(0)
                #expect(await TerminalSolver().outcome() == Self.standardInputFailure)
                #expect(await TerminalSolver().outcome() == Self.standardInputFailure)
            }
        }

        @Test("Lines are read from standard input, and the rest of it stays for the program")
        func standardInput() async {
            await #expect(processExitsWith: .success) {
                Self.endIfStuck()
                let pipe = try TestPipe("four\nfor the program\n")
                try pipe.closeWriteEnd()
                #expect(dup2(pipe.readEnd, 0) == 0)
                #expect(await TerminalSolver().outcome() == .token("four"))
                #expect(readLine() == "for the program")
            }
        }

        @Test("With the standard descriptors closed a cancellation pipe does not take their numbers")
        func closedStandardDescriptors() async {
            await #expect(processExitsWith: .success) {
                Self.endIfStuck()
                for descriptor in Int32(0)...2 { close(descriptor) }
                let pipe = try #require(CancellationPipe())
                #expect(pipe.readEnd > 2)
                #expect(pipe.writeEnd > 2)
            }
        }

        #if os(Linux)
            @Test("Five hundred cancelled and answered prompts leave no descriptor and no thread behind")
            func leavesNothing() async {
                await #expect(processExitsWith: .success) {
                    Self.endIfStuck()
                    let terminal = try Pseudoterminal()
                    let output = try TestPipe()
                    let solver = TerminalSolver(input: terminal.input, output: output.writeEnd)
                    func pipes() -> Set<String> {
                        let links = (0..<1024).compactMap { number in
                            try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(number)")
                        }
                        return Set(links.filter { $0.hasPrefix("pipe:") })
                    }
                    func threads() throws -> Int {
                        let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
                        let line = status.split(separator: "\n").first { $0.hasPrefix("Threads:") }
                        return try #require(line?.split(separator: "\t").last.flatMap { Int($0) })
                    }
                    func prompt(cancelled: Bool) async throws {
                        let task = Task { await solver.outcome() }
                        await output.text(until: promptEnd)
                        if cancelled { task.cancel() } else { try terminal.type("four\n") }
                        #expect(await task.value == (cancelled ? .failed(.cancelled) : .token("four")))
                    }
                    try await prompt(cancelled: true)
                    let pipesBefore = pipes()
                    let threadsBefore = try threads()
                    for round in 1...500 { try await prompt(cancelled: round % 2 == 0) }
                    #expect(pipes() == pipesBefore)
                    // Threads that end just now still count, so do those of the pool.
                    #expect(try threads() < threadsBefore + 50)
                }
            }
        #endif
    }
#endif
