import CaptchaRetry

/// Tasks that wait for something, and do nothing else: what a storm cannot do without.
struct Crowd {
    let size: Int

    /// Of each.
    func peakBytes() async -> Double { Double(await Allocations.of { await run() }.0.peakBytes) / Double(size) }

    /// How the time of each grows: part of a storm's growth is nothing but more tasks, in more memory than the processor
    /// has at hand.
    static func findings(sizes: [Int]) async -> [Finding] {
        var times = Array(repeating: [Double](), count: sizes.count)
        for _ in 0..<7 {
            for (index, size) in sizes.enumerated() {
                let count = Storm.count(of: size, in: sizes)
                let start = ContinuousClock.now
                for _ in 0..<count { await Crowd(size: size).run() }
                times[index].append((ContinuousClock.now - start) / .nanoseconds(1) / Double(size * count))
            }
        }
        return sizes.indices.dropFirst().map { index in
            Finding(
                part: 6, what: "\(sizes[index]) tasks that only wait: growth of time",
                value: times[index].against(times[index - 1], /).median, unit: "times")
        }
    }

    private func run() async {
        let waiting = Lock<[CheckedContinuation<Void, Never>]>([])
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<size {
                group.addTask {
                    await withCheckedContinuation { continuation in
                        let all = waiting.withLock { waiting in
                            waiting.append(continuation)
                            return waiting.count == size ? waiting : []
                        }
                        all.forEach { $0.resume() }
                    }
                }
            }
        }
    }
}
