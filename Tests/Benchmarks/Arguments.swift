/// What the benchmarks are told on the command line.
struct Arguments: Equatable {
    enum Parsed: Equatable {
        case run(Arguments)
        case help
        case wrong(String)
    }

    /// Where the findings go as JSON.
    var json: String?
    /// Fewer and shorter rounds, and no storm of 100,000: within 20 seconds.
    var isQuick = false

    static let usage = """
        usage: swift run -c release Benchmarks [--quick] [--json FILE]

          --quick   fewer and shorter rounds, and no storm of 100,000: ends within 20 seconds
          --json    writes the findings to FILE, too

        Ends with status 1 if something that is counted (allocations, sends, prompts, growth of memory) is beyond its
        limit. A time never fails: machines differ.
        """

    static func parse(_ words: some Sequence<String>) -> Parsed {
        var arguments = Arguments()
        var rest = Array(words)[...]
        while let word = rest.popFirst() {
            switch word {
            case "--help", "-h": return .help
            case "--quick": arguments.isQuick = true
            case "--json":
                guard let file = rest.popFirst(), !file.isEmpty else { return .wrong("--json takes a file") }
                arguments.json = file
            default: return .wrong("unknown argument \(word)")
            }
        }
        return .run(arguments)
    }
}
