import CaptchaRetry
import Testing

@testable import CaptchaSolvers

@Suite("The line buffer")
struct LineBufferTests {
    private var buffer = LineBuffer()

    private mutating func lines() -> [String] {
        var lines: [String] = []
        while let line = buffer.next() {
            switch line {
            case .text(let bytes): lines.append(String(decoding: bytes, as: UTF8.self))
            case .tooLong: lines.append("too long")
            }
        }
        return lines
    }

    @Test("Bytes come in pieces and lines go out whole, in their order")
    mutating func pieces() {
        buffer.append("on".utf8)
        #expect(!buffer.hasLine && buffer.hasBegun)
        #expect(buffer.next() == nil)
        buffer.append("e\n\ntwo\nth".utf8)
        #expect(buffer.hasLine)
        #expect(lines() == ["one", "", "two"])
        #expect(!buffer.hasLine && buffer.hasBegun)
        buffer.append("ree\n".utf8)
        #expect(lines() == ["three"])
        #expect(!buffer.hasBegun)
    }

    @Test("The end of the input makes a line of what is left, and none of nothing")
    mutating func end() {
        buffer.append("one\nlast".utf8)
        buffer.finish()
        #expect(lines() == ["one", "last"])
        buffer.finish()
        #expect(lines().isEmpty)
    }

    @Test("A line of the greatest length is kept, and one byte more is reported before the line ends")
    mutating func tooLong() {
        let longest = [UInt8](repeating: UInt8(ascii: "a"), count: LineBuffer.maximumLength)
        buffer.append(longest)
        #expect(!buffer.hasLine)
        buffer.append("\n".utf8)
        #expect(buffer.next() == .text(longest))
        buffer.append(longest)
        buffer.append("a".utf8)
        #expect(buffer.next() == .tooLong)
        #expect(!buffer.hasBegun)
    }

    @Test("The rest of a line that was too long is dropped, and the next line is whole")
    mutating func skipping() {
        buffer.append(repeatElement(UInt8(ascii: "a"), count: LineBuffer.maximumLength + 5))
        buffer.append("aaa\nnext\n".utf8)
        #expect(lines() == ["too long", "next"])
    }

    @Test("An endless line is reported again and again")
    mutating func endless() {
        buffer.append(repeatElement(0, count: LineBuffer.maximumLength + 1 + 2 * LineBuffer.maximumSkip))
        #expect(lines() == ["too long", "too long", "too long"])
        buffer.finish()
        #expect(lines().isEmpty)
    }
}
