import CaptchaRetry
import Foundation

/// Measures what the package costs, each thing against another that is measured beside it.
@main
struct Benchmarks {
    static func main() async {
        // Away from the main thread, to which every switch between tasks would be a switch between threads.
        exit(await Task.detached { await run(CommandLine.arguments.dropFirst()) }.value)
    }

    private static func run(_ words: ArraySlice<String>) async -> Int32 {
        switch Arguments.parse(words) {
        case .help:
            print(Arguments.usage)
            return 0
        case .wrong(let complaint):
            complain("\(complaint)\n\(Arguments.usage)")
            return 2
        case .run(let arguments):
            do {
                return try await measure(arguments)
            } catch {
                complain("\(error)")
                return 1
            }
        }
    }

    private static func measure(_ arguments: Arguments) async throws -> Int32 {
        if Allocations.areCounted {
            guard await Allocations.seesWhatIsKnown() else {
                throw Failure("allocations are made that it does not see")
            }
        } else {
            print("Allocations are not counted on this system: their counts below are no findings.")
        }
        let rounds = Rounds(count: arguments.isQuick ? 7 : 15, length: .milliseconds(arguments.isQuick ? 4 : 40))
        let parts: [() async throws -> [Finding]] = [
            { try await Untouched(rounds).findings() },
            { try await Uninteresting(rounds).findings() },
            { try await ScanRate(rounds).findings() },
            { try await NearMisses(rounds).findings() },
            { try await CaptchaRound(rounds).findings() },
            { try await Storm.findings(sizes: arguments.isQuick ? [1000, 10_000] : [1000, 10_000, 100_000]) },
            { try await OverLoopback(requests: arguments.isQuick ? 700 : 7000).findings() },
            { try await ByHand(rounds).findings() },
        ]
        var findings: [Finding] = []
        print(Finding.header)
        for part in parts {
            let new = try await part()
            new.forEach { print($0.line) }
            // Also where the output is a file, each line is there when it is known.
            fflush(nil)
            findings += new
        }
        if let file = arguments.json { try write(findings, to: file) }
        let failed = findings.filter { $0.isCounted && $0.isMet == false }
        failed.forEach { complain("beyond its limit: \($0.what)") }
        return failed.isEmpty ? 0 : 1
    }

    private static func write(_ findings: [Finding], to file: String) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        try encoder.encode(findings).write(to: URL(fileURLWithPath: file))
    }

    private static func complain(_ text: String) {
        FileHandle.standardError.write(Data("benchmarks: \(text)\n".utf8))
    }
}

/// Something that makes the findings worthless.
struct Failure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
