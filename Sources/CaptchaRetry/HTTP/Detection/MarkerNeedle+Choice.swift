extension MarkerNeedle {
    /// A needle that could be, for some of the markers.
    private struct Choice {
        let pivot: UInt8
        let partner: BytePattern
        let distance: Int
        /// Where the pair is in the markers that have it, by their index.
        let pairs: [Int: Int]
        let cost: Double

        init(pivot: UInt8, partner: BytePattern, distance: Int, among partners: [UInt8: [Int: Int]]) {
            (self.pivot, self.partner, self.distance) = (pivot, partner, distance)
            let bytes = partner.bytes
            pairs = bytes.compactMap { partners[$0] }.reduce(into: [:]) { $0.merge($1, uniquingKeysWith: max) }
            let frequency = bytes.reduce(0.0) { sum, partner in
                let pair = distance > 0 ? (pivot, partner) : (partner, pivot)
                return sum + ByteFrequency.of(pair.0, pair.1, distance: abs(distance))
            }
            // One needle takes about as long as the look at what it finds in one of 600 places.
            cost = 1 + 600 * frequency
        }

        var costPerMarker: Double { cost / Double(pairs.count) }
    }

    /// The partners of a needle are so many bytes at most; with more it would find too much.
    private static let mostPartners = 8

    /// Few needles, of rare pairs, that find all of the markers. They have two bytes or more.
    ///
    /// All of them have the same distance, so that a scan looks at the same bytes for all.
    static func chosen(for markers: some Collection<[UInt8]>) -> [MarkerNeedle] {
        let markers = markers.sorted { $0.lexicographicallyPrecedes($1) }
        // A marker of two bytes has but one pair.
        let distances = markers.contains { $0.count < 3 } ? [1, -1] : [1, -1, 2, -2]
        let covers = distances.map { cover(of: markers, distance: $0) }
        return covers.min { $0.cost < $1.cost }?.needles ?? []
    }

    /// Either one needle for all, or the one that finds markers at the lowest cost, and others for the rest.
    private static func cover(of markers: [[UInt8]], distance: Int) -> (needles: [MarkerNeedle], cost: Double) {
        let choices = choices(for: markers, distance: distance)
        guard let first = choices.min(by: { isBetter($0, than: $1) { $0.costPerMarker } }) else { return ([], 0) }
        let rest = cover(of: markers.indices.filter { first.pairs[$0] == nil }.map { markers[$0] }, distance: distance)
        let single = choices.filter { $0.pairs.count == markers.count }.min { isBetter($0, than: $1) { $0.cost } }
        if let single, single.cost < first.cost + rest.cost { return ([needle(single, markers)], single.cost) }
        return ([needle(first, markers)] + rest.needles, first.cost + rest.cost)
    }

    private static func needle(_ choice: Choice, _ markers: [[UInt8]]) -> MarkerNeedle {
        let found = choice.pairs.sorted { $0.key < $1.key }.map { (bytes: markers[$0.key], pair: $0.value) }
        return MarkerNeedle(
            pivot: choice.pivot, partner: choice.partner, distance: choice.distance, markers: found)
    }

    /// The same in every run, whatever the order of a dictionary.
    private static func isBetter(_ choice: Choice, than other: Choice, _ cost: (Choice) -> Double) -> Bool {
        let key = (choice.pivot, choice.partner.mask, choice.partner.bits)
        let otherKey = (other.pivot, other.partner.mask, other.partner.bits)
        return cost(choice) == cost(other) ? key < otherKey : cost(choice) < cost(other)
    }

    /// For each pivot: with each partner that it has somewhere, and with the best of these and the next best one added
    /// again and again. To start from each of them as well would take many times as long, and hardly ever finds better.
    private static func choices(for markers: [[UInt8]], distance: Int) -> [Choice] {
        pairs(in: markers, distance: distance).flatMap { pivot, partners in
            func choice(_ partner: BytePattern) -> Choice {
                Choice(pivot: pivot, partner: partner, distance: distance, among: partners)
            }
            func best(_ choices: [Choice]) -> Choice? {
                choices.min { isBetter($0, than: $1) { $0.costPerMarker } }
            }
            var choices = partners.keys.map { choice(BytePattern($0)) }
            var last = best(choices)
            while let next = best(last?.partner.widened(to: partners.keys, mostPartners).map(choice) ?? []) {
                choices.append(next)
                last = next
            }
            return choices
        }
    }

    /// The pairs in the markers, by pivot and partner: where they are in each marker.
    private static func pairs(in markers: [[UInt8]], distance: Int) -> [UInt8: [UInt8: [Int: Int]]] {
        var pairs: [UInt8: [UInt8: [Int: Int]]] = [:]
        for (index, marker) in markers.enumerated() {
            for place in 0..<marker.count - abs(distance) {
                let (first, last) = (marker[place], marker[place + abs(distance)])
                let (pivot, partner) = distance > 0 ? (first, last) : (last, first)
                pairs[pivot, default: [:]][partner, default: [:]][index] = place
            }
        }
        return pairs
    }
}

extension BytePattern {
    /// The patterns that contain one of these bytes more, and not too many in all.
    fileprivate func widened(to bytes: some Collection<UInt8>, _ most: Int) -> Set<BytePattern> {
        Set(bytes.filter { !contains($0) }.map(joined).filter { $0.count <= most })
    }
}
