/// Something to look for in 16 places at once: a pair of bytes, of which one is the pivot.
///
/// The filters are types, not closures, so that a scan is compiled for each of them, with everything in registers. All
/// filters of a scan look at the same bytes, which are loaded once.
protocol ByteFilter {
    /// Where it is; not zero where it is.
    func hits(pivots: ByteVector, partners: ByteVector) -> ByteVector
}

/// Finds what either of two finds.
struct EitherFilter<First: ByteFilter, Second: ByteFilter>: ByteFilter {
    let first: First
    let second: Second

    init(_ first: First, _ second: Second) {
        self.first = first
        self.second = second
    }

    @inline(__always)
    func hits(pivots: ByteVector, partners: ByteVector) -> ByteVector {
        first.hits(pivots: pivots, partners: partners) | second.hits(pivots: pivots, partners: partners)
    }
}

/// Finds what any of many finds.
struct AnyOfFilter<Element: ByteFilter>: ByteFilter {
    let filters: UnsafeBufferPointer<Element>

    @inline(__always)
    func hits(pivots: ByteVector, partners: ByteVector) -> ByteVector {
        var hits = ByteVector.zero
        for filter in filters { hits |= filter.hits(pivots: pivots, partners: partners) }
        return hits
    }
}

/// A filter, and where its bytes are.
struct PlacedFilter<Filter: ByteFilter> {
    private let filter: Filter
    private let pivotOffset: Int
    private let partnerOffset: Int

    /// - Parameter distance: How many bytes the partner is behind the pivot; negative where it is before it.
    init(_ filter: Filter, distance: Int) {
        self.filter = filter
        (pivotOffset, partnerOffset) = (max(0, -distance), max(0, distance))
    }

    /// Where pairs start among the next 16 places. Looks at as many bytes, and as many behind them as the distance says.
    @inline(__always)
    func hits(at place: UnsafeRawPointer) -> ByteVector {
        filter.hits(pivots: ByteVector(at: place + pivotOffset), partners: ByteVector(at: place + partnerOffset))
    }
}
