import CaptchaRetry

extension Storm {
    /// Storms of these sizes, with shared and with single-use tokens.
    static func findings(sizes: [Int]) async throws -> [Finding] {
        var findings = await Crowd.findings(sizes: sizes)
        for (name, scope) in [("shared", TokenScope.shared(lifetime: nil)), ("single-use", .singleUse)] {
            var results = Array(repeating: [Result](), count: sizes.count)
            for _ in 0..<7 {
                for (index, size) in sizes.enumerated() {
                    let count = Storm.count(of: size, in: sizes)
                    results[index].append(try await Storm(size: size, tokenScope: scope).run(times: count))
                }
            }
            let idle = await Crowd(size: sizes[0]).peakBytes()
            for (index, size) in sizes.enumerated() {
                let smaller = index > 0 ? results[index - 1] : nil
                findings += Storm.findings("\(size) requests, \(name)", results[index], smaller: smaller, idle: idle)
            }
        }
        return findings
    }

    /// How many storms of a size have as many requests as one of the next size, which is compared with them: a short run
    /// is spared more of what else the machine does than a long one, and that would look like growth.
    static func count(of size: Int, in sizes: [Int]) -> Int { (sizes.first { $0 > size } ?? size) / size }

    private static func findings(
        _ name: String, _ results: [Result], smaller: [Result]?, idle: Double
    ) -> [Finding] {
        let times = results.map(\.nanoseconds)
        let bytes = results.map(\.peakBytes).median
        var findings = [
            Finding(part: 6, what: "\(name): time each", value: times.median, unit: "ns"),
            Finding(
                part: 6, what: "\(name): memory each", value: bytes, unit: "bytes", against: "a task that waits",
                reference: idle, ratio: bytes / idle),
            Finding(
                part: 6, what: "\(name): sends each", value: results.map(\.sends).max() ?? .infinity, unit: "sends",
                goal: .atMost(2), isCounted: true),
            Finding(
                part: 6, what: "\(name): prompts", value: Double(results.map(\.prompts).max() ?? .max),
                unit: "prompts", goal: .atMost(1), isCounted: true),
        ]
        guard let smaller else { return findings }
        findings += [
            Finding(
                part: 6, what: "\(name): growth of time", value: growth(results, smaller, \.nanoseconds),
                unit: "times", goal: .atMost(1.15)),
            Finding(
                part: 6, what: "\(name): growth of processor time",
                value: growth(results, smaller, \.processorNanoseconds), unit: "times", goal: .atMost(1.15)),
            Finding(
                part: 6, what: "\(name): growth of memory", value: growth(results, smaller, \.peakBytes),
                unit: "times", goal: .atMost(1.15), isCounted: Allocations.areCounted),
        ]
        return findings
    }

    /// From one size to the next, round by round.
    private static func growth(
        _ results: [Result], _ smaller: [Result], _ figure: KeyPath<Result, Double>
    ) -> Double {
        zip(results, smaller).map { $0[keyPath: figure] / $1[keyPath: figure] }.median
    }
}
