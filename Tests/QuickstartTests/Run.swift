import Foundation

@testable import CaptchaRetryTesting

/// The program Quickstart, running.
final class Run: Sendable {
    private struct State {
        var output = Data()
        var status: Int32?
    }

    private let state = Monitor(State())

    init(_ arguments: [String], input: FileHandle = .nullDevice) throws {
        let process = Process()
        process.executableURL = Self.products.appendingPathComponent("Quickstart")
        process.arguments = arguments
        process.standardInput = input
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = pipe
        // The end of the output comes when the program has ended, and nothing is lost on the way.
        pipe.fileHandleForReading.readabilityHandler = { [state] file in
            let data = file.availableData
            if data.isEmpty {
                file.readabilityHandler = nil
                process.waitUntilExit()
                state.withLock { $0.status = process.terminationStatus }
            } else {
                state.withLock { $0.output.append(data) }
            }
        }
        try process.run()
    }

    /// What was printed so far.
    var text: String { String(decoding: state.withLock { $0.output }, as: UTF8.self) }

    /// The exit status, when the program has ended.
    func status() async -> Int32? {
        _ = await state.wait { $0.status != nil }
        return state.withLock { $0.status }
    }

    /// The first URL of a page in the output, once its line is complete; `nil` if the program ends without one.
    func pageURL() async -> String? {
        _ = await state.wait { $0.status != nil || Self.pageURL(in: $0.output) != nil }
        return state.withLock { Self.pageURL(in: $0.output) }
    }

    private static func pageURL(in output: Data) -> String? {
        String(decoding: output, as: UTF8.self)
            .firstMatch(of: #/(http://127\.0\.0\.1:\d+/not_robot_captcha\?session=[0-9a-f]+)\s/#)
            .map { String($0.1) }
    }

    /// Where the build puts the programs: beside the tests.
    private static var products: URL {
        let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundleURL
        let tests = bundle ?? URL(fileURLWithPath: CommandLine.arguments[0])
        return tests.deletingLastPathComponent()
    }
}
