/// Times things against each other.
///
/// They take turns, round by round, so that a machine that gets busy slows all of them. In a round each thing has
/// several short slices of time, of which the fastest counts: the others are those in which something else ran.
struct Rounds {
    var count: Int
    /// How long a thing runs in one round, about.
    var length: Duration

    private static let slices = 10

    /// What one call of each thing took in each round, in nanoseconds.
    func time(_ things: [() async throws -> Int]) async throws -> [[Double]] {
        var calls: [Int] = []
        for thing in things { calls.append(try await callsPerSlice(thing)) }
        var times = Array(repeating: [Double](), count: things.count)
        for _ in 0..<count {
            var best = Array(repeating: Double.infinity, count: things.count)
            for slice in 0..<Self.slices {
                for turn in things.indices {
                    let index = (turn + slice) % things.count
                    best[index] = min(best[index], try await nanoseconds(things[index], calls: calls[index]))
                }
            }
            for index in things.indices { times[index].append(best[index]) }
        }
        return times
    }

    /// How many calls fill a slice, found out by doubling; that warms up as well.
    private func callsPerSlice(_ thing: () async throws -> Int) async throws -> Int {
        var calls = 1
        let wanted = length / .nanoseconds(Self.slices)
        while true {
            let taken = try await nanoseconds(thing, calls: calls) * Double(calls)
            if taken >= wanted / 2 || calls >= 1 << 24 { return max(1, Int(Double(calls) * wanted / max(taken, 1))) }
            calls *= 2
        }
    }

    private func nanoseconds(_ thing: () async throws -> Int, calls: Int) async throws -> Double {
        var sum = 0
        let start = ContinuousClock.now
        for _ in 0..<calls { sum &+= try await thing() }
        let taken = ContinuousClock.now - start
        // Results that are used cannot be optimised away.
        if sum == Int.min { print(sum) }
        return taken / .nanoseconds(1) / Double(calls)
    }
}

extension [Double] {
    var median: Double {
        guard !isEmpty else { return .nan }
        let sorted = sorted()
        return (sorted[(count - 1) / 2] + sorted[count / 2]) / 2
    }

    /// What each round gives when the same round of another thing is put against it.
    func against(_ other: [Double], _ operation: (Double, Double) -> Double) -> [Double] {
        zip(self, other).map(operation)
    }
}
