#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// All needles and markers of a scan, side by side in memory.
struct MarkerNeedles: Sendable {
    /// What a needle finds is one of its markers only if a third byte is there, too.
    fileprivate struct Group: Sendable {
        var witness = ByteChoice([])
        var witnessOffset = 0
        var hasWitness = false
        /// Where its markers are in ``MarkerNeedles/markers``.
        var firstMarker: Int
        var endOfMarkers: Int
    }

    fileprivate struct Marker: Sendable {
        /// Where its pair is.
        var pair: Int
        /// A third byte, and where it is, counted from the pair.
        var third: ByteVector
        var thirdOffset: Int
        /// Its last bytes, eight at most, as a little-endian number.
        var tail: UInt64 = 0
        var tailMask: UInt64 = 0
        /// Where its bytes are in ``MarkerNeedles/bytes``.
        var start: Int
        var count: Int

        init(_ text: [UInt8], pair: Int, start: Int) {
            // What looks like a marker is mostly alike around the pair: `captcha` without the quotes.
            let others = text.indices.filter { text[$0] != text[pair] && text[$0] != text[pair + 1] }
            let third = others.max { abs($0 - pair) < abs($1 - pair) } ?? pair
            (self.pair, self.start, count) = (pair, start, text.count)
            (self.third, thirdOffset) = (ByteVector(repeating: text[third]), third - pair)
            // The last byte is the highest of the number.
            for byte in text.suffix(8) {
                tail = tail >> 8 | UInt64(byte) << 56
                tailMask = tailMask >> 8 | 0xFF << 56
            }
        }
    }

    /// Whether the pivot is the first byte of the pairs.
    let pivotComesFirst: Bool
    /// How many of the needles have two partners: the first ones.
    let pairedCount: Int
    private var filters: [MarkerNeedle.Filter] = []
    private var groups: [Group] = []
    private var markers: [Marker] = []
    private var bytes: [UInt8] = []

    var isEmpty: Bool { filters.isEmpty }

    /// Few needles for these markers, each of which has two bytes or more.
    init(for all: some Collection<[UInt8]>) {
        let needles = MarkerNeedle.chosen(for: all)
        pivotComesFirst = needles.first?.pivot.comesFirst ?? true
        pairedCount = needles.filter { $0.partners.count > 1 }.count
        for needle in needles {
            filters.append(MarkerNeedle.Filter(needle))
            for (text, pair) in needle.markers {
                markers.append(Marker(text, pair: pair, start: bytes.count))
                bytes += text
            }
            var group = Group(firstMarker: markers.count - needle.markers.count, endOfMarkers: markers.count)
            if let (bytes, offset) = needle.witness {
                (group.witness, group.witnessOffset, group.hasWitness) = (ByteChoice(bytes), offset, true)
            }
            groups.append(group)
        }
    }

    /// The same without the counting of references, which would take longer than the comparing.
    struct View {
        let filters: UnsafeBufferPointer<MarkerNeedle.Filter>
        let pivotComesFirst: Bool
        let pairedCount: Int
        fileprivate let groups: UnsafeBufferPointer<Group>
        fileprivate let markers: UnsafeBufferPointer<Marker>
        fileprivate let bytes: UnsafeRawBufferPointer
    }

    /// Calls `body` with a view that is good for that long.
    @inline(__always)
    func withView(_ body: (View) -> Bool) -> Bool {
        filters.withUnsafeBufferPointer { filters in
            groups.withUnsafeBufferPointer { groups in
                markers.withUnsafeBufferPointer { markers in
                    bytes.withUnsafeBytes { bytes in
                        body(
                            View(
                                filters: filters, pivotComesFirst: pivotComesFirst, pairedCount: pairedCount,
                                groups: groups, markers: markers, bytes: bytes))
                    }
                }
            }
        }
    }
}

extension MarkerNeedles.View {
    /// Whether a marker has its pair in the block that starts at this place.
    @inline(never)
    func stand(in body: UnsafeRawBufferPointer, at place: Int) -> Bool {
        guard let base = body.baseAddress else { return false }
        // The last place at which all of a block is within the body.
        let last = body.count - ByteBlock.count
        for index in filters.indices {
            var found = ByteBlock(
                PlacedFilter(filters[index], pivotComesFirst: pivotComesFirst), at: base + place)
            guard found.isAnySet else { continue }
            // Where it would not be within the body, nothing is told by it.
            let witness = place + groups[index].witnessOffset
            if groups[index].hasWitness, witness >= 0, witness <= last {
                found.keep(where: groups[index].witness, at: base + witness)
                guard found.isAnySet else { continue }
            }
            var number = groups[index].firstMarker
            let end = groups[index].endOfMarkers
            while number < end {
                let marker = markers[number]
                number &+= 1
                var hits = found
                let third = place + marker.thirdOffset
                if third >= 0, third <= last { hits.keep(where: marker.third, at: base + third) }
                if hits.isAnySet, hits.containsSet(where: { stands(marker, in: body, withPairAt: place + $0) }) {
                    return true
                }
            }
        }
        return false
    }

    /// Whether a marker has its pair at one of these places.
    func stand(in body: UnsafeRawBufferPointer, atAnyOf places: Range<Int>) -> Bool {
        places.contains { place in markers.contains { stands($0, in: body, withPairAt: place) } }
    }

    private func stands(
        _ marker: MarkerNeedles.Marker, in body: UnsafeRawBufferPointer, withPairAt place: Int
    ) -> Bool {
        let start = place - marker.pair
        let end = start + marker.count
        guard let base = body.baseAddress, start >= 0, end <= body.count else { return false }
        if end >= 8 {
            let tail = UInt64(littleEndian: (base + end - 8).loadUnaligned(as: UInt64.self))
            if tail & marker.tailMask != marker.tail { return false }
        }
        guard let bytes = bytes.baseAddress else { return false }
        return memcmp(base + start, bytes + marker.start, marker.count) == 0
    }
}
