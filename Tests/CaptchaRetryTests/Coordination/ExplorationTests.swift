import CaptchaRetryTesting
import Foundation
import Testing

@testable import CaptchaRetry

/// Thousands of random schedules, each of which can be run again by its seed:
///
///     CAPTCHA_SEED=1234 SWIFT_DETERMINISTIC_HASHING=1 swift test --filter ExplorationTests
///
/// `CAPTCHA_SCHEDULES` sets their number.
@Suite("Rules 11 to 19 hold in random schedules")
struct ExplorationTests {
    static let lanes = 2

    @Test("Whatever happens in whatever order, the invariants hold", arguments: 0..<lanes)
    func invariantsHold(lane: Int) throws {
        guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) else { return }
        let environment = ProcessInfo.processInfo.environment
        if let seed = environment["CAPTCHA_SEED"].flatMap(UInt64.init) {
            guard lane == 0 else { return }
            let scenario = Scenario(seed: seed)
            let result = scenario.run { print($0) }
            #expect(result.violations.isEmpty, "seed \(seed): \(scenario.state.value.results)")
            return
        }
        let count = environment["CAPTCHA_SCHEDULES"].flatMap(UInt64.init) ?? 20_000
        var jobs = 0
        var results: [String: Int] = [:]
        for seed in stride(from: UInt64(lane), to: count, by: Self.lanes) {
            let scenario = Scenario(seed: seed)
            let result = scenario.run()
            jobs += result.jobs
            for name in scenario.state.value.results.values.joined() { results[name, default: 0] += 1 }
            try #require(result.violations.isEmpty, "CAPTCHA_SEED=\(seed)")
        }
        // A schedule in which nothing happens proves nothing.
        for name in ["200", "CancellationError", "dismissed", "timedOut", "stillChallenged", "solverFailed", "503"] {
            #expect(results[name, default: 0] > 0, "no request ended with \(name)")
        }
        print("explored \(count / UInt64(Self.lanes)) schedules, \(jobs) jobs, results: \(results)")
    }

    @Test("The same seed gives the same schedule")
    func replayable() {
        guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) else { return }
        for seed: UInt64 in 1...20 {
            let runs = [Scenario(seed: seed), Scenario(seed: seed)].map { scenario in
                let jobs = scenario.run().jobs
                let sends = scenario.state.value.sends.map { "\($0.request) \($0.token ?? "-")" }
                return (jobs, sends, scenario.state.value.results)
            }
            #expect(runs[0].0 == runs[1].0 && runs[0].1 == runs[1].1 && runs[0].2 == runs[1].2)
        }
    }
}
