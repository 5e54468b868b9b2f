#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// All needles and markers of a scan, side by side in memory.
struct MarkerNeedles: Sendable {
    /// A byte that some markers have, counted from the pair, and where they are in ``MarkerNeedles/markers``.
    fileprivate struct Witness: Sendable {
        var byte: ByteVector
        var offset: Int
        var markers: Range<Int>
    }

    fileprivate struct Marker: Sendable {
        /// Where its pair is.
        var pair: Int
        /// Its last bytes, eight at most, as a little-endian number.
        var tail: UInt64 = 0
        var tailMask: UInt64 = 0
        /// Where its bytes are in ``MarkerNeedles/bytes``.
        var start: Int
        var count: Int

        init(_ text: [UInt8], pair: Int, start: Int) {
            (self.pair, self.start, count) = (pair, start, text.count)
            // The last byte is the highest of the number.
            for byte in text.suffix(8) {
                tail = tail >> 8 | UInt64(byte) << 56
                tailMask = tailMask >> 8 | 0xFF << 56
            }
        }
    }

    /// How far the partner is behind the pivot in all needles.
    let distance: Int
    private var filters: [MarkerNeedle.Filter] = []
    /// Where the witnesses of each needle are in ``witnesses``.
    private var groups: [Range<Int>] = []
    private var witnesses: [Witness] = []
    private var markers: [Marker] = []
    private var bytes: [UInt8] = []

    var isEmpty: Bool { filters.isEmpty }

    /// Few needles for these markers, each of which has two bytes or more.
    init(for all: some Collection<[UInt8]>) {
        let needles = MarkerNeedle.chosen(for: all)
        distance = needles.first?.distance ?? 1
        for needle in needles {
            filters.append(MarkerNeedle.Filter(needle))
            let firstWitness = witnesses.count
            for (witness, texts) in needle.markersByWitness() {
                let firstMarker = markers.count
                for (text, pair) in texts {
                    markers.append(Marker(text, pair: pair, start: bytes.count))
                    bytes += text
                }
                witnesses.append(
                    Witness(
                        byte: ByteVector(repeating: witness.byte), offset: witness.offset,
                        markers: firstMarker..<markers.count))
            }
            groups.append(firstWitness..<witnesses.count)
        }
    }

    /// The same without the counting of references, which would take longer than the comparing.
    struct View {
        let filters: UnsafeBufferPointer<MarkerNeedle.Filter>
        let distance: Int
        fileprivate let groups: UnsafeBufferPointer<Range<Int>>
        fileprivate let witnesses: UnsafeBufferPointer<Witness>
        fileprivate let markers: UnsafeBufferPointer<Marker>
        fileprivate let bytes: UnsafeRawBufferPointer
    }

    /// Calls `body` with a view that is good for that long.
    @inline(__always)
    func withView(_ body: (View) -> Bool) -> Bool {
        filters.withUnsafeBufferPointer { filters in
            groups.withUnsafeBufferPointer { groups in
                witnesses.withUnsafeBufferPointer { witnesses in
                    markers.withUnsafeBufferPointer { markers in
                        bytes.withUnsafeBytes { bytes in
                            body(
                                View(
                                    filters: filters, distance: distance, groups: groups, witnesses: witnesses,
                                    markers: markers, bytes: bytes))
                        }
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
        for index in filters.indices {
            let found = ByteBlock(PlacedFilter(filters[index], distance: distance), at: base + place)
            guard found.isAnySet else { continue }
            for witness in witnesses[groups[index]] where stand(witness, in: body, withPairsAt: found, place) {
                return true
            }
        }
        return false
    }

    @inline(__always)
    private func stand(
        _ witness: MarkerNeedles.Witness, in body: UnsafeRawBufferPointer, withPairsAt found: ByteBlock, _ place: Int
    ) -> Bool {
        var found = found
        let place = (pair: place, witness: place &+ witness.offset)
        // Where the block would not be within the body, nothing is told by it.
        if let base = body.baseAddress, place.witness >= 0, place.witness <= body.count &- ByteBlock.count {
            found.keep(where: witness.byte, at: base + place.witness)
        }
        guard found.isAnySet else { return false }
        return found.containsSet { hit in
            markers[witness.markers].contains { stands($0, in: body, withPairAt: place.pair &+ hit) }
        }
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
