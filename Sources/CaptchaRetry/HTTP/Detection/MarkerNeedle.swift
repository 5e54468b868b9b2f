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

    /// Finds the pairs of a needle.
    struct Filter: ByteFilter, Sendable {
        private let pivot: ByteVector
        private let partner: ByteVector
        private let otherPartner: ByteVector

        init(_ needle: MarkerNeedle) {
            pivot = ByteVector(repeating: needle.pivot.byte)
            partner = ByteVector(repeating: needle.partners.first ?? 0)
            otherPartner = ByteVector(repeating: needle.partners.last ?? 0)
        }

        @inline(__always)
        func hits(pivots: ByteVector, partners: ByteVector) -> ByteVector {
            pivots.equal(pivot) & (partners.equal(partner) | partners.equal(otherPartner))
        }

        /// The same for a needle with one partner, at two thirds of the work.
        @inline(__always)
        var withOnePartner: OnePartner { OnePartner(pivot: pivot, partner: partner) }
    }

    /// Finds the pairs of a needle with one partner.
    struct OnePartner: ByteFilter {
        fileprivate let pivot: ByteVector
        fileprivate let partner: ByteVector

        @inline(__always)
        func hits(pivots: ByteVector, partners: ByteVector) -> ByteVector {
            pivots.equal(pivot) & partners.equal(partner)
        }
    }

    /// A third byte that its markers have, which is one of two at most, and where it is, counted from the pair.
    var witness: (bytes: [UInt8], offset: Int)? {
        let offsets = (-8...8).filter { offset in
            offset != 0 && offset != 1 && markers.allSatisfy { $0.bytes.indices.contains($0.pair + offset) }
        }
        let all = offsets.map { offset in
            (bytes: Set(markers.map { $0.bytes[$0.pair + offset] }).sorted(), offset: offset)
        }
        func frequency(_ bytes: [UInt8]) -> Double { bytes.map(ByteFrequency.of).reduce(0, +) }
        return all.filter { $0.bytes.count <= 2 }.min { frequency($0.bytes) < frequency($1.bytes) }
    }
}
