/// Something to look for in 16 places at once.
///
/// The filters are types, not closures, so that a scan is compiled for each of them, with everything in registers.
protocol ByteFilter {
    /// Where it is among the next 16 places; not zero where it is. Looks at 17 bytes.
    func hits(at place: UnsafeRawPointer) -> ByteVector
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
    func hits(at place: UnsafeRawPointer) -> ByteVector { first.hits(at: place) | second.hits(at: place) }
}

/// Finds what any of many finds.
struct AnyOfFilter<Element: ByteFilter>: ByteFilter {
    let filters: UnsafeBufferPointer<Element>

    @inline(__always)
    func hits(at place: UnsafeRawPointer) -> ByteVector {
        var hits = ByteVector.zero
        for filter in filters { hits |= filter.hits(at: place) }
        return hits
    }
}
