import CaptchaRetry
import Foundation
import TestSupport
import Testing

@testable import CaptchaRetryTesting
@testable import Quickstart

/// The program itself, as it is started from a shell.
@Suite("Quickstart")
struct QuickstartTests {
    @Test("The stub gets the post through, whatever the challenge", arguments: Arguments.Challenge.allCases)
    func stub(challenge: Arguments.Challenge) async throws {
        let run = try Run(["--solver", "stub", "--challenge", challenge.rawValue])
        #expect(await run.status() == 0)
        #expect(run.text.contains(#"result    {"response":{"post_id":1}}"#))
        #expect(run.text.components(separatedBy: ": accepted").count == (challenge == .both ? 3 : 2))
    }

    @Test("No secret is printed")
    func noSecrets() async throws {
        let run = try Run(["--solver", "stub", "--challenge", "both"])
        _ = await run.status()
        #expect(!run.text.contains("demo-") && !run.text.contains("session"))
    }

    @Test("Without a terminal it takes the stub, and says why")
    func noTerminal() async throws {
        let run = try Run([])
        #expect(await run.status() == 0)
        #expect(run.text.contains("solver    stub, since standard input is not a terminal"))
    }

    @Test("Told to use a terminal that is not there, it fails at once, in one line")
    func terminalIsMissing() async throws {
        let run = try Run(["--solver", "terminal"])
        #expect(await run.status() == 1)
        let complaints = run.text.split(separator: "\n").filter { $0.hasPrefix("quickstart: captcha not answered") }
        #expect(complaints.count == 1)
    }

    @Test("Unknown arguments are status 2, with the usage")
    func unknownArgument() async throws {
        let run = try Run(["--challenge", "none"])
        #expect(await run.status() == 2)
        #expect(run.text.contains("usage: swift run Quickstart"))
    }

    @Test("At a terminal a person opens the page, answers, and pastes the token")
    func person() async throws {
        let terminal = try Pseudoterminal()
        let run = try Run([], input: terminal.program)
        let url = try #require(await run.pageURL())
        #expect(run.text.contains("solver    terminal"))
        let challenge = CaptchaChallenge(scheme: "vk", prompt: .page(try #require(URL(string: url))))
        let token = try await PageReadingStub().solve(challenge)
        try terminal.type((token.value ?? "") + "\n")
        #expect(await run.status() == 0)
        #expect(run.text.contains(#"result    {"response":{"post_id":1}}"#))
    }
}
