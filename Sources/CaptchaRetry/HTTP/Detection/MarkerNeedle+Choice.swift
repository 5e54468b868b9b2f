extension MarkerNeedle {
    private struct Choice {
        var pivot: Pivot
        var partners: [UInt8]
        /// Where the pair is in the markers that have it, by their index.
        var pairs: [Int: Int]
        var frequency: Double

        /// What it costs for each marker that it finds. One needle takes about as long as the look at what it finds in
        /// one of 600 places.
        var cost: Double { total / Double(pairs.count) }
        var total: Double { 1 + 600 * frequency }

        func joined(with other: Choice) -> Choice {
            Choice(
                pivot: pivot, partners: partners + other.partners,
                pairs: pairs.merging(other.pairs, uniquingKeysWith: max), frequency: frequency + other.frequency)
        }
    }

    /// Few needles, of rare bytes, that find all of the markers. They have two bytes or more.
    ///
    /// The pivot is on the same side in all of them, and those with two partners come first.
    static func chosen(for markers: some Collection<[UInt8]>) -> [MarkerNeedle] {
        let first = chosen(for: markers, pivotComesFirst: true)
        let second = chosen(for: markers, pivotComesFirst: false)
        let needles = first.cost < second.cost ? first.needles : second.needles
        return needles.filter { $0.partners.count > 1 } + needles.filter { $0.partners.count <= 1 }
    }

    private static func chosen(
        for markers: some Collection<[UInt8]>, pivotComesFirst: Bool
    ) -> (needles: [MarkerNeedle], cost: Double) {
        var rest = markers.sorted { $0.lexicographicallyPrecedes($1) }
        var (needles, cost): ([MarkerNeedle], Double) = ([], 0)
        while let best = cheapest(for: rest, pivotComesFirst) {
            cost += best.total
            let markers = best.pairs.sorted { $0.key < $1.key }.map { (bytes: rest[$0.key], pair: $0.value) }
            needles.append(MarkerNeedle(pivot: best.pivot, partners: best.partners, markers: markers))
            rest = rest.indices.filter { best.pairs[$0] == nil }.map { rest[$0] }
        }
        return (needles, cost)
    }

    private static func cheapest(for markers: [[UInt8]], _ pivotComesFirst: Bool) -> Choice? {
        var best: Choice?
        for (pivot, choices) in choices(for: markers) where pivot.comesFirst == pivotComesFirst {
            for (index, choice) in choices.enumerated() {
                let pairs = choices[(index + 1)...].map(choice.joined)
                for candidate in [choice] + pairs where isBetter(candidate, than: best) { best = candidate }
            }
        }
        return best
    }

    /// The same in every run, whatever the order of a dictionary.
    private static func isBetter(_ choice: Choice, than best: Choice?) -> Bool {
        guard let best, choice.cost == best.cost else { return choice.cost < best?.cost ?? .infinity }
        return (choice.pivot.byte, choice.partners.count, choice.partners[0])
            < (best.pivot.byte, best.partners.count, best.partners[0])
    }

    /// All pairs of bytes in the markers, by either byte.
    private static func choices(for markers: [[UInt8]]) -> [Pivot: [Choice]] {
        var pairs: [[UInt8]: [Int: Int]] = [:]
        for (index, marker) in markers.enumerated() {
            for place in 0..<marker.count - 1 {
                pairs[[marker[place], marker[place + 1]], default: [:]][index] = place
            }
        }
        var choices: [Pivot: [Choice]] = [:]
        for (bytes, places) in pairs.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
            let frequency = ByteFrequency.of(bytes[0], bytes[1])
            for (pivot, partner) in [(0, 1), (1, 0)] {
                let key = Pivot(byte: bytes[pivot], comesFirst: pivot == 0)
                choices[key, default: []].append(
                    Choice(pivot: key, partners: [bytes[partner]], pairs: places, frequency: frequency))
            }
        }
        return choices
    }
}
