/// What Quickstart is told on the command line.
struct Arguments: Equatable {
    enum Solver: String, CaseIterable {
        case browser
        case terminal
        case stub
    }

    enum Challenge: String, CaseIterable {
        case error14
        case header
        case both
    }

    enum Parsed: Equatable {
        case run(Arguments)
        case help
        case wrong(String)
    }

    /// `nil`: whichever fits.
    var solver: Solver?
    var challenge = Challenge.error14

    static let usage = """
        usage: swift run Quickstart [--solver browser|terminal|stub] [--challenge error14|header|both]

          --solver     who answers the captcha: you, in your browser or at this terminal, or a stub that reads the
                       page itself. Without it: stub where standard input is no terminal; else browser where there
                       is a screen, and terminal where there is none.
          --challenge  how the upstream challenges: in the JSON body (error14, the default), in the header, or both.
        """

    static func parse(_ words: some Sequence<String>) -> Parsed {
        var arguments = Arguments()
        var rest = Array(words)[...]
        while let word = rest.popFirst() {
            switch word {
            case "--help", "-h": return .help
            case "--solver":
                guard let solver = rest.popFirst().flatMap(Solver.init) else {
                    return .wrong("--solver takes \(choices(Solver.self))")
                }
                arguments.solver = solver
            case "--challenge":
                guard let challenge = rest.popFirst().flatMap(Challenge.init) else {
                    return .wrong("--challenge takes \(choices(Challenge.self))")
                }
                arguments.challenge = challenge
            default: return .wrong("unknown argument \(word)")
            }
        }
        return .run(arguments)
    }

    private static func choices<Choice: RawRepresentable & CaseIterable>(_: Choice.Type) -> String
    where Choice.RawValue == String {
        Choice.allCases.map(\.rawValue).joined(separator: " or ")
    }
}
