/// Bytes that have some of their bits in common.
struct BytePattern: Hashable, Sendable {
    /// The bits that count.
    private(set) var mask: UInt8
    /// What they are; the others are zero.
    private(set) var bits: UInt8

    /// One byte.
    init(_ byte: UInt8) { (mask, bits) = (0xFF, byte) }

    func contains(_ byte: UInt8) -> Bool { byte & mask == bits }

    /// The narrowest pattern with this byte as well.
    func joined(with byte: UInt8) -> BytePattern {
        var pattern = self
        pattern.mask &= ~(bits ^ byte)
        pattern.bits &= pattern.mask
        return pattern
    }

    /// How many bytes it contains.
    var count: Int { 1 << (~mask).nonzeroBitCount }

    /// The bytes that it contains.
    var bytes: [UInt8] {
        var (bytes, free): ([UInt8], UInt8) = ([], 0)
        repeat {
            bytes.append(bits | free)
            // The next number whose bits are all free ones.
            free = ((free | mask) &+ 1) & ~mask
        } while free != 0
        return bytes
    }
}
