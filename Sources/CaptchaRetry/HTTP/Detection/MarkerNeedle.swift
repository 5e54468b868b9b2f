/// Markers that are found by the same pair of bytes, or by two pairs that have one byte in common.
struct MarkerNeedle: Sendable {
    /// A byte, and which side of it the other one is on.
    struct Pivot: Hashable, Sendable {
        var byte: UInt8
        var comesFirst: Bool
    }

    var pivot: Pivot
    /// The bytes beside it: one or two.
    var partners: [UInt8]
    /// The markers, and where in each of them the pair is.
    var markers: [(bytes: [UInt8], pair: Int)]

    /// Finds the pairs of a needle, in 16 places at once.
    struct Filter: ByteFilter, Sendable {
        private let pivot: ByteVector
        private let partner: ByteVector
        private let otherPartner: ByteVector
        private let pivotOffset: Int

        init(_ needle: MarkerNeedle) {
            pivot = ByteVector(repeating: needle.pivot.byte)
            partner = ByteVector(repeating: needle.partners.first ?? 0)
            otherPartner = ByteVector(repeating: needle.partners.last ?? 0)
            pivotOffset = needle.pivot.comesFirst ? 0 : 1
        }

        /// Where pairs start among the next 16 places. Looks at 17 bytes.
        @inline(__always)
        func hits(at place: UnsafeRawPointer) -> ByteVector {
            let beside = ByteVector(at: place + (1 &- pivotOffset))
            return ByteVector(at: place + pivotOffset).equal(pivot)
                & (beside.equal(partner) | beside.equal(otherPartner))
        }
    }
}
