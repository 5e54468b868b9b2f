import CaptchaRetryTesting
import Foundation
import TestSupport
import Testing

@testable import CaptchaRetry

/// Thousands of random schedules, each of which can be run again by its seed:
///
///     CAPTCHA_SEED=1234 SWIFT_DETERMINISTIC_HASHING=1 swift test --filter ExplorationTests
///
/// `CAPTCHA_SCHEDULES` sets their number.
@Suite("Rules 11 to 19 hold in random schedules")
struct ExplorationTests {
    private static func setting(_ name: String) -> UInt64? {
        ProcessInfo.processInfo.environment[name].flatMap(UInt64.init)
    }

    @Test("Whatever happens in whatever order, the invariants hold")
    func invariantsHold() async {
        guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) else { return }
        if let seed = Self.setting("CAPTCHA_SEED") {
            let scenario = Scenario(seed: seed)
            let result = await onOwnThread { scenario.run { print($0) } }
            #expect(result.violations.isEmpty, "\(scenario.state.value.results)")
            return
        }
        let count = Self.setting("CAPTCHA_SCHEDULES") ?? 20_000
        let (jobs, failures, results) = await onOwnThread {
            var (jobs, failures, results) = (0, [String](), [String: Int]())
            for seed in 0..<count where failures.count < 3 {
                let scenario = Scenario(seed: seed)
                let result = scenario.run()
                jobs += result.jobs
                if !result.violations.isEmpty { failures.append("CAPTCHA_SEED=\(seed): \(result.violations)") }
                for name in scenario.state.value.results.values.joined() { results[name, default: 0] += 1 }
            }
            return (jobs, failures, results)
        }
        #expect(failures == [])
        // A schedule in which nothing happens proves nothing.
        for name in ["200", "CancellationError", "dismissed", "timedOut", "stillChallenged", "solverFailed", "503"] {
            #expect(results[name, default: 0] > 0, "no request ended with \(name)")
        }
        print("explored \(count) schedules, \(jobs) jobs, results: \(results)")
    }

    @Test("The same seed gives the same schedule")
    func replayable() async {
        guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) else { return }
        let differing = await onOwnThread {
            (UInt64(1)...20).filter { seed in
                let runs = [Scenario(seed: seed), Scenario(seed: seed)].map { scenario in
                    let jobs = scenario.run().jobs
                    return
                        "\(jobs) \(scenario.state.value.sends) \(scenario.state.value.results.sorted { $0.key < $1.key })"
                }
                return runs[0] != runs[1]
            }
        }
        #expect(differing == [])
    }
}
