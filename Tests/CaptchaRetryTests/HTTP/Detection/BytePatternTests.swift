import Testing

@testable import CaptchaRetry

@Suite("Bytes that have bits in common")
struct BytePatternTests {
    @Test("A byte is in its own pattern alone")
    func one() {
        for byte in UInt8.min...UInt8.max {
            #expect(BytePattern(byte).bytes == [byte])
            #expect(BytePattern(byte).count == 1)
        }
    }

    @Test("The pattern of several bytes contains them and those between that differ in no other bit")
    func joined() {
        let pattern = "pt".utf8.reduce(BytePattern(UInt8(ascii: "d"))) { $0.joined(with: $1) }
        #expect(String(decoding: pattern.bytes, as: UTF8.self) == "`dpt")
        let all = BytePattern(0x00).joined(with: 0xFF)
        #expect(all.bytes == Array(UInt8.min...UInt8.max))
        #expect(all.count == 256)
    }

    @Test("The bytes of a pattern are those it contains", arguments: [(0x00, 0x11), (0x61, 0x6F), (0xFF, 0x7E)])
    func bytes(one: UInt8, other: UInt8) {
        let pattern = BytePattern(one).joined(with: other)
        #expect(pattern.bytes == (UInt8.min...UInt8.max).filter(pattern.contains))
        #expect(pattern.count == pattern.bytes.count)
        #expect(pattern.contains(one) && pattern.contains(other))
    }
}
