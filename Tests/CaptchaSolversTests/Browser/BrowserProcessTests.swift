#if os(Linux)
    import CaptchaRetry
    import Foundation
    import TestSupport
    import Testing

    @testable import CaptchaRetryTesting
    @testable import CaptchaSolvers

    /// What needs a process of its own: the standard descriptors, running out of descriptors, and counting them.
    @Suite("BrowserSolver in a process of its own", .timeLimit(.minutes(60)))
    struct BrowserProcessTests {
        private static func endIfStuck() { _ = alarm(3_000) }

        @Test("No descriptor is left, however a page ended")
        func descriptors() async {
            await #expect(processExitsWith: .success) {
                Self.endIfStuck()
                let trial = BrowserTrial()
                let before = OpenDescriptors.all()
                for round in 1...12 {
                    let challenge = CaptchaChallenge.question("\(round)?")
                    let solving = trial.solving(challenge)
                    let tab = try await trial.tab(round)
                    let news = try await tab.send(tab.request("GET", "news/1"))
                    switch round % 3 {
                    case 0:
                        _ = try await tab.answer(tab.cancelForm())
                    case 1:
                        solving.cancel()
                    default:
                        let form = try await tab.send(tab.form("x"))
                        _ = await solving.value
                        await trial.solver.didReplay(challenge, outcome: .accepted)
                        _ = try await form.response()
                    }
                    _ = await solving.value
                    await trial.waitForClosed(round)
                    _ = try await news.rest()
                    #expect(OpenDescriptors.sockets(onPort: tab.port).isEmpty)
                }
                // The system's own timers come and go, and the clients' sockets go when their threads do.
                #expect(OpenDescriptors.all().subtracting(before).filter { $0.hasPrefix("pipe:") } == [])
            }
        }

        @Test("Without descriptors or ports it fails, and says which call did")
        func exhausted() async {
            await #expect(processExitsWith: .success) {
                Self.endIfStuck()
                let solver = BrowserSolver(showURL: { _ in }, openBrowser: { _ in true })
                var limit = rlimit(rlim_cur: 3, rlim_max: 3)
                #expect(setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0)
                let outcome = await solver.outcome(.question("?"))
                #expect(outcome == .failed(.solverFailed, "no socket on 127.0.0.1: socket failed with \(EMFILE)"))
            }
        }

        @Test("In a program without standard descriptors no socket and no pipe takes their numbers, and its prints, up")
        func closedStandardDescriptors() async {
            await #expect(processExitsWith: .success) {
                Self.endIfStuck()
                let opened = Monitor<URL?>(nil)
                let solver = BrowserSolver(openBrowser: { url in
                    opened.withLock { $0 = url }
                    return true
                })
                for descriptor in Int32(0)...2 { close(descriptor) }
                let solving = Task { await solver.outcome(.question("?")) }
                // The address was written to where standard error would be.
                _ = await opened.wait { $0 != nil }
                let links = (0...2).compactMap {
                    try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")
                }
                try #require(!links.contains { $0.hasPrefix("socket:") || $0.hasPrefix("pipe:") }, "\(links)")
                let tab = try BrowserTab(try #require(opened.withLock { $0 }))
                let form = try await tab.send(tab.form("x"))
                #expect(await solving.value == .token("x"))
                await solver.didReplay(.question("?"), outcome: .accepted)
                #expect(try await form.response()?.status == 200)
            }
        }

        @Test("Where nothing else is said, the address is written to standard error")
        func standardError() async {
            await #expect(processExitsWith: .success) {
                Self.endIfStuck()
                let pipe = try TestPipe()
                let own = dup(2)
                #expect(dup2(pipe.writeEnd, 2) == 2)
                let solver = BrowserSolver(openBrowser: { _ in false })
                let solving = Task { await solver.outcome(.question("?")) }
                let line = await pipe.text(until: "\n")
                #expect(dup2(own, 2) == 2)
                let text = try #require(line.firstMatch(of: /^A captcha has to be answered: (http:\S+)\n$/)?.1)
                let tab = try BrowserTab(try #require(URL(string: String(text))))
                let form = try await tab.send(tab.form("x"))
                #expect(await solving.value == .token("x"))
                await solver.didReplay(.question("?"), outcome: .accepted)
                #expect(try await form.response()?.status == 200)
            }
        }
    }
#endif
