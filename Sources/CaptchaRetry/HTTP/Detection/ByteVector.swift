/// Sixteen bytes: what every processor of the supported systems compares at once.
typealias ByteVector = SIMD16<UInt8>

extension ByteVector {
    /// The bytes from here on, which need not be aligned.
    @inline(__always)
    init(at place: UnsafeRawPointer) { self = place.loadUnaligned(as: ByteVector.self) }

    /// All ones where the bytes are equal, else zero.
    @inline(__always)
    func equal(_ other: ByteVector) -> ByteVector {
        // Both are 16 bytes of ones and zeros; of the mask's own operations not all become one instruction.
        unsafeBitCast(self .== other, to: ByteVector.self)
    }

    @inline(__always)
    var isAnySet: Bool {
        let halves = unsafeBitCast(self, to: SIMD2<UInt64>.self)
        return (halves.x | halves.y) != 0
    }

    /// Calls `body` with the index of every byte that is not zero until it returns `true`, and returns whether it did.
    @inline(__always)
    func containsSet(where body: (Int) -> Bool) -> Bool {
        let halves = unsafeBitCast(self, to: SIMD2<UInt64>.self)
        for half in 0..<2 {
            var bits = UInt64(littleEndian: halves[half])
            while bits != 0 {
                let index = bits.trailingZeroBitCount / 8
                if body(half * 8 + index) { return true }
                bits &= ~(0xFF << UInt64(index * 8))
            }
        }
        return false
    }
}

/// Four vectors: enough of them in a row for a processor to be busy.
struct ByteBlock {
    static let count = 4 * ByteVector.scalarCount

    private var vectors: (ByteVector, ByteVector, ByteVector, ByteVector)

    /// What a filter finds from here on.
    @inline(__always)
    init(_ filter: PlacedFilter<some ByteFilter>, at place: UnsafeRawPointer) {
        let width = ByteVector.scalarCount
        vectors = (
            filter.hits(at: place), filter.hits(at: place + width), filter.hits(at: place + 2 &* width),
            filter.hits(at: place + 3 &* width)
        )
    }

    @inline(__always)
    var isAnySet: Bool { ((vectors.0 | vectors.1) | (vectors.2 | vectors.3)).isAnySet }

    /// Leaves what is set only where this byte stands from here on.
    @inline(__always)
    mutating func keep(where byte: ByteVector, at place: UnsafeRawPointer) {
        let width = ByteVector.scalarCount
        vectors.0 &= ByteVector(at: place).equal(byte)
        vectors.1 &= ByteVector(at: place + width).equal(byte)
        vectors.2 &= ByteVector(at: place + 2 &* width).equal(byte)
        vectors.3 &= ByteVector(at: place + 3 &* width).equal(byte)
    }

    /// Calls `body` with the index of every byte that is set until it returns `true`, and returns whether it did.
    func containsSet(where body: (Int) -> Bool) -> Bool {
        let width = ByteVector.scalarCount
        return vectors.0.containsSet { body($0) } || vectors.1.containsSet { body(width + $0) }
            || vectors.2.containsSet { body(2 * width + $0) } || vectors.3.containsSet { body(3 * width + $0) }
    }
}
