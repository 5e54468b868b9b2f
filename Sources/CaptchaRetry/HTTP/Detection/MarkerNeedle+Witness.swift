extension MarkerNeedle {
    /// A third byte that markers have. It tells them from what else the needle finds.
    struct Witness: Hashable, Sendable {
        var byte: UInt8
        /// How far it is from the first byte of the pair.
        var offset: Int
    }

    /// The markers, those with the same witness together, so that few have to be looked for.
    func markersByWitness() -> [(witness: Witness, markers: [(bytes: [UInt8], pair: Int)])] {
        var (rest, groups): ([(bytes: [UInt8], pair: Int)], [(Witness, [(bytes: [UInt8], pair: Int)])]) = (markers, [])
        while !rest.isEmpty {
            let all = rest.map(witnesses)
            let counts = all.joined().reduce(into: [:]) { $0[$1, default: 0] += 1 }
            let best = counts.max { ($0.value, $0.key) < ($1.value, $1.key) }
            guard let witness = best?.key else { break }
            groups.append((witness, zip(rest, all).filter { $1.contains(witness) }.map(\.0)))
            rest = zip(rest, all).filter { !$1.contains(witness) }.map(\.0)
        }
        return groups
    }

    /// What may be a witness of a marker: what looks like it is mostly the same word without the signs or the capital
    /// letters that make it a marker.
    private func witnesses(of marker: (bytes: [UInt8], pair: Int)) -> [Witness] {
        let pair = [marker.bytes[marker.pair], marker.bytes[marker.pair + abs(distance)]]
        let all = marker.bytes.enumerated().map { Witness(byte: $1, offset: $0 - marker.pair) }
        let others = all.filter { !pair.contains($0.byte) }
        let signs = others.filter { !$0.isLowerCaseLetter }
        return [signs, others, all].first { !$0.isEmpty } ?? []
    }
}

extension MarkerNeedle.Witness: Comparable {
    /// The further away, the greater.
    static func < (one: Self, other: Self) -> Bool {
        (abs(one.offset), one.offset, one.byte) < (abs(other.offset), other.offset, other.byte)
    }

    fileprivate var isLowerCaseLetter: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) }
}
