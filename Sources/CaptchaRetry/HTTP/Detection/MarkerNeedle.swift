/// Markers that are found by the same two bytes, which are next to each other or a byte apart.
///
/// One of the two, the pivot, is the same byte in all of them; of the other, the partner, some bits are.
struct MarkerNeedle: Sendable {
    var pivot: UInt8
    var partner: BytePattern
    /// How many bytes the partner is behind the pivot; negative where it is before it.
    var distance: Int
    /// The markers, and where in each of them the first byte of the pair is.
    var markers: [(bytes: [UInt8], pair: Int)]

    /// Finds the pairs of a needle.
    struct Filter: ByteFilter, Sendable {
        private let pivot: ByteVector
        private let partnerMask: ByteVector
        private let partnerBits: ByteVector

        init(_ needle: MarkerNeedle) {
            pivot = ByteVector(repeating: needle.pivot)
            partnerMask = ByteVector(repeating: needle.partner.mask)
            partnerBits = ByteVector(repeating: needle.partner.bits)
        }

        @inline(__always)
        func hits(pivots: ByteVector, partners: ByteVector) -> ByteVector {
            pivots.equal(pivot) & (partners & partnerMask).equal(partnerBits)
        }
    }
}
