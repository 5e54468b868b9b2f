#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// All needles and markers of a scan, side by side in memory.
struct MarkerNeedles: Sendable {
    fileprivate struct Marker: Sendable {
        /// The needle that finds it.
        var needle: Int
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

        init(_ text: [UInt8], pair: Int, needle: Int, start: Int) {
            // What looks like a marker is mostly alike around the pair: `captcha` without the quotes.
            let others = text.indices.filter { text[$0] != text[pair] && text[$0] != text[pair + 1] }
            let third = others.max { abs($0 - pair) < abs($1 - pair) } ?? pair
            (self.needle, self.pair, self.start, count) = (needle, pair, start, text.count)
            (self.third, thirdOffset) = (ByteVector(repeating: text[third]), third - pair)
            // The last byte is the highest of the number.
            for byte in text.suffix(8) {
                tail = tail >> 8 | UInt64(byte) << 56
                tailMask = tailMask >> 8 | 0xFF << 56
            }
        }
    }

    private var filters: [MarkerNeedle.Filter] = []
    private var markers: [Marker] = []
    private var bytes: [UInt8] = []

    var isEmpty: Bool { filters.isEmpty }

    /// Few needles for these markers, each of which has two bytes or more.
    init(for all: some Collection<[UInt8]>) {
        for (index, needle) in MarkerNeedle.chosen(for: all).enumerated() {
            filters.append(MarkerNeedle.Filter(needle))
            for (text, pair) in needle.markers {
                markers.append(Marker(text, pair: pair, needle: index, start: bytes.count))
                bytes += text
            }
        }
    }

    /// The same without the counting of references, which would take longer than the comparing.
    struct View {
        let filters: UnsafeBufferPointer<MarkerNeedle.Filter>
        fileprivate let markers: UnsafeBufferPointer<Marker>
        fileprivate let bytes: UnsafeRawBufferPointer
    }

    /// Calls `body` with a view that is good for that long.
    @inline(__always)
    func withView(_ body: (View) -> Bool) -> Bool {
        filters.withUnsafeBufferPointer { filters in
            markers.withUnsafeBufferPointer { markers in
                bytes.withUnsafeBytes { bytes in
                    body(View(filters: filters, markers: markers, bytes: bytes))
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
        var (needle, found, isFound) = (-1, ByteBlock(), false)
        for marker in markers {
            if marker.needle != needle {
                needle = marker.needle
                found = ByteBlock(filters[needle], at: base + place)
                isFound = found.isAnySet
            }
            guard isFound else { continue }
            var hits = found
            let third = place + marker.thirdOffset
            if third >= 0, third <= body.count - ByteBlock.count { hits.keep(where: marker.third, at: base + third) }
            if hits.isAnySet, hits.containsSet(where: { stands(marker, in: body, withPairAt: place + $0) }) {
                return true
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
