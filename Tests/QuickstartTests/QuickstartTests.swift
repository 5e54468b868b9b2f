import CaptchaRetry
import Foundation
import TestSupport
import Testing

@testable import CaptchaRetryTesting
@testable import Quickstart

/// The program's run. That it ends with these statuses when started from a shell is checked by `.ci/run`: a process
/// that forks while `URLSession` is at work in it is no place for other tests.
@Suite("Quickstart")
struct QuickstartTests {
    /// What was printed, on both streams.
    private let printed = Monitor("")
    private let nowhere: FileHandle

    init() throws { nowhere = try FileHandle(forReadingFrom: URL(fileURLWithPath: "/dev/null")) }

    private var text: String { printed.withLock { $0 } }

    private func run(
        _ words: String..., input: Int32? = nil, hasScreen: Bool = false,
        openBrowser: (@Sendable (URL) async -> Bool)? = { _ in false }
    ) async -> Int32 {
        let write: @Sendable (String) -> Void = { [printed] text in printed.withLock { $0 += text } }
        let transcript = Transcript(output: write, complaints: write)
        return await Quickstart.run(
            words, input: input ?? nowhere.fileDescriptor, transcript: transcript, hasScreen: hasScreen,
            openBrowser: openBrowser)
    }

    @Test("The stub gets the post through, whatever the challenge", arguments: Arguments.Challenge.allCases)
    func stub(challenge: Arguments.Challenge) async {
        #expect(await run("--solver", "stub", "--challenge", challenge.rawValue) == 0)
        #expect(text.contains(#"result    {"response":{"post_id":1}}"#))
        #expect(text.components(separatedBy: ": accepted").count == (challenge == .both ? 3 : 2))
    }

    @Test("No secret is printed")
    func noSecrets() async {
        _ = await run("--solver", "stub", "--challenge", "both")
        #expect(!text.contains("demo-") && !text.contains("session"))
    }

    @Test("Without a terminal it takes the stub, and says why")
    func noTerminal() async {
        #expect(await run() == 0)
        #expect(text.contains("solver    stub, since standard input is not a terminal"))
    }

    @Test("Told to use a terminal that is not there, it fails at once, in one line")
    func terminalIsMissing() async {
        #expect(await run("--solver", "terminal") == 1)
        #expect(text.split(separator: "\n").filter { $0.hasPrefix("quickstart: captcha not answered") }.count == 1)
    }

    @Test("Unknown arguments are status 2, with the usage")
    func unknownArgument() async {
        #expect(await run("--challenge", "none") == 2)
        #expect(text.contains("usage: swift run Quickstart"))
    }

    @Test("At a terminal it takes the terminal; a person who gives no answer dismisses the captcha")
    func dismissed() async throws {
        let terminal = try Pseudoterminal()
        try terminal.type("\n")
        #expect(await run(input: terminal.input) == 1)
        #expect(text.contains("solver    terminal, since standard input is a terminal and there is no screen"))
        #expect(text.contains("quickstart: captcha not answered: dismissed"))
    }

    @Test("In a browser a wrong token is refused in the same page, and the right one gets the post through")
    func browser() async throws {
        let person = DemoPerson()
        let status = await run("--solver", "browser", openBrowser: { await person.answers(at: $0) })
        // Where it failed, the person may never come to the page that is waited for below.
        try #require(status == 0)
        #expect(text.contains("solver    browser, as asked for"))
        #expect(text.contains(#"result    {"response":{"post_id":1}}"#))
        #expect(text.components(separatedBy: ": refused").count == 2)
        await person.gate.wait()
        let pages = await person.pages
        #expect(pages.count == 2)
        #expect(pages.first?.contains("Your last answer was refused") == true)
        #expect(pages.last?.contains("You can close this tab") == true)
    }

    @Test("At a terminal with a screen it takes the browser; a person who gives up there dismisses the captcha")
    func screen() async throws {
        let terminal = try Pseudoterminal()
        let person = DemoPerson()
        #expect(await run(input: terminal.input, hasScreen: true, openBrowser: { await person.givesUp(at: $0) }) == 1)
        #expect(text.contains("solver    browser, since standard input is a terminal and there is a screen"))
        #expect(text.contains("quickstart: captcha not answered: dismissed"))
    }
}
