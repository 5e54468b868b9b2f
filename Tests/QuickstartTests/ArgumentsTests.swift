import Testing

@testable import Quickstart

@Suite("Quickstart's arguments")
struct ArgumentsTests {
    @Test("Known arguments are taken, in any order")
    func known() {
        #expect(Arguments.parse([]) == .run(Arguments()))
        #expect(Arguments.parse(["--solver", "browser"]) == .run(Arguments(solver: .browser)))
        #expect(Arguments.parse(["--solver", "stub"]) == .run(Arguments(solver: .stub)))
        #expect(
            Arguments.parse(["--challenge", "both", "--solver", "terminal"])
                == .run(Arguments(solver: .terminal, challenge: .both)))
        #expect(Arguments.parse(["--help"]) == .help)
    }

    @Test(
        "Anything else is a complaint that names it",
        arguments: [
            (["--solver"], "--solver takes browser or terminal or stub"),
            (["--solver", "magic"], "--solver takes browser or terminal or stub"),
            (["--challenge", ""], "--challenge takes error14 or header or both"), (["stub"], "unknown argument stub"),
            (["--solver", "stub", "-x"], "unknown argument -x"),
        ])
    func unknown(words: [String], complaint: String) {
        #expect(Arguments.parse(words) == .wrong(complaint))
    }
}
