#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Looks for any of several texts in a body, at a fraction of the speed of `memchr`.
///
/// 1. Every marker has two bytes that rarely stand so close together in JSON, and markers whose pairs are alike share a
///    ``MarkerNeedle``. There is one or a few, and all of them are looked for in 64 bytes at once.
/// 2. Where one is found, each of its markers has a third byte to be there, which is seen for 64 places at once, too.
/// 3. What is left is compared byte by byte.
///
/// The time is linear in the size of the body, whatever is in it. Only vectors that lie within the body are loaded.
struct MarkerScan: Sendable {
    private let needles: MarkerNeedles
    /// Markers of one byte, which have no pair.
    private let singles: [UInt8]

    init(_ markers: [String]) {
        // Told apart by their bytes: to a set of strings two spellings of a letter with an accent are the same.
        let all = Set(markers.map { Array($0.utf8) }).filter { !$0.isEmpty }
        let needed = all.filter { marker in !all.contains { $0 != marker && marker.hasPart($0) } }
        singles = needed.filter { $0.count == 1 }.flatMap(\.self).sorted()
        needles = MarkerNeedles(for: needed.filter { $0.count > 1 })
    }

    var isEmpty: Bool { needles.isEmpty && singles.isEmpty }

    func occur(in body: UnsafeRawBufferPointer) -> Bool {
        guard let start = body.baseAddress else { return false }
        if singles.contains(where: { memchr(start, Int32($0), body.count) != nil }) { return true }
        return needles.withView { needles in
            // The bytes to compare with stay in registers that way, as long as there are enough of them.
            let filters = needles.filters
            switch filters.count {
            case 0: return false
            case 1: return search(body, needles, filters[0])
            case 2: return search(body, needles, EitherFilter(filters[0], filters[1]))
            case 3: return search(body, needles, EitherFilter(EitherFilter(filters[0], filters[1]), filters[2]))
            default: return search(body, needles, AnyOfFilter(filters: filters))
            }
        }
    }

    /// Goes through the body with a filter, block by block.
    private func search(
        _ body: UnsafeRawBufferPointer, _ needles: MarkerNeedles.View, _ filter: some ByteFilter
    ) -> Bool {
        guard let start = body.baseAddress else { return false }
        let filter = PlacedFilter(filter, distance: needles.distance)
        // A filter looks at the bytes behind its block, too.
        let lastBlock = body.count &- ByteBlock.count &- abs(needles.distance)
        guard lastBlock >= 0 else { return searchShort(body, needles, filter) }
        var place = 0
        while place < lastBlock {
            if ByteBlock(filter, at: start + place).isAnySet, needles.stand(in: body, at: place) { return true }
            // Never beyond the size of the body, so that nothing overflows.
            place &+= ByteBlock.count
        }
        // The last one overlaps the one before it, rather than the end of the body.
        return ByteBlock(filter, at: start + lastBlock).isAnySet && needles.stand(in: body, at: lastBlock)
    }

    /// The same for a body that is smaller than a block.
    private func searchShort(
        _ body: UnsafeRawBufferPointer, _ needles: MarkerNeedles.View, _ filter: PlacedFilter<some ByteFilter>
    ) -> Bool {
        guard let start = body.baseAddress else { return false }
        let lastVector = body.count - ByteVector.scalarCount - abs(needles.distance)
        guard lastVector >= 0 else { return needles.stand(in: body, atAnyOf: body.indices) }
        for place in stride(from: 0, to: lastVector, by: ByteVector.scalarCount) + [lastVector]
        where filter.hits(at: start + place).isAnySet {
            let places = place..<place + ByteVector.scalarCount
            if needles.stand(in: body, atAnyOf: places) { return true }
        }
        return false
    }
}

extension [UInt8] {
    /// Whether these bytes stand anywhere in it.
    fileprivate func hasPart(_ part: [UInt8]) -> Bool {
        count >= part.count && (0...count - part.count).contains { self[$0...].starts(with: part) }
    }
}
