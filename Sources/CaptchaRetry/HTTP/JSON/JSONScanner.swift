/// Walks over the bytes of a JSON document (RFC 8259).
///
/// It never reads past the end, whatever the bytes are. Functions that skip something return whether it was there.
struct JSONScanner {
    /// How deep objects and arrays may be nested.
    static let maximumDepth = 128

    let bytes: [UInt8]
    private(set) var position: Int

    init(_ bytes: [UInt8], at position: Int = 0) {
        self.bytes = bytes
        self.position = position
    }

    var isAtEnd: Bool { position >= bytes.count }

    private var current: UInt8? { isAtEnd ? nil : bytes[position] }

    mutating func skipByteOrderMark() {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
    }

    mutating func skipBlanks() {
        while let byte = current, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { position += 1 }
    }

    private mutating func skip(_ byte: Unicode.Scalar) -> Bool {
        guard current == UInt8(ascii: byte) else { return false }
        position += 1
        return true
    }

    // MARK: Values

    /// Skips one value, checking that it is well-formed.
    mutating func skipValue(depth: Int = 0) -> Bool {
        guard let byte = current else { return false }
        switch byte {
        case UInt8(ascii: "{"): return skipContainer(isObject: true, depth: depth)
        case UInt8(ascii: "["): return skipContainer(isObject: false, depth: depth)
        case UInt8(ascii: "\""): return skipString()
        case UInt8(ascii: "t"): return skipWord("true")
        case UInt8(ascii: "f"): return skipWord("false")
        case UInt8(ascii: "n"): return skipWord("null")
        default: return skipNumber()
        }
    }

    private mutating func skipContainer(isObject: Bool, depth: Int) -> Bool {
        guard depth < Self.maximumDepth else { return false }
        position += 1
        let end: Unicode.Scalar = isObject ? "}" : "]"
        skipBlanks()
        if skip(end) { return true }
        while true {
            skipBlanks()
            if isObject {
                guard skipString() else { return false }
                skipBlanks()
                guard skip(":") else { return false }
                skipBlanks()
            }
            guard skipValue(depth: depth + 1) else { return false }
            skipBlanks()
            if skip(end) { return true }
            guard skip(",") else { return false }
        }
    }

    private mutating func skipString() -> Bool {
        guard skip("\"") else { return false }
        while let byte = current {
            position += 1
            switch byte {
            case UInt8(ascii: "\""): return true
            case UInt8(ascii: "\\"): guard skipEscape() else { return false }
            case 0..<0x20: return false
            default: break
            }
        }
        return false
    }

    private mutating func skipEscape() -> Bool {
        guard let byte = current else { return false }
        position += 1
        if byte == UInt8(ascii: "u") {
            for _ in 0..<4 {
                guard let digit = current, PercentEncodedPairs.hexValue(digit) != nil else { return false }
                position += 1
            }
            return true
        }
        return "\"\\/bfnrt".utf8.contains(byte)
    }

    private mutating func skipNumber() -> Bool {
        _ = skip("-")
        if !skip("0") { guard skipDigits() else { return false } }
        if skip(".") { guard skipDigits() else { return false } }
        if skip("e") || skip("E") {
            if !skip("+") { _ = skip("-") }
            guard skipDigits() else { return false }
        }
        return true
    }

    private mutating func skipDigits() -> Bool {
        let start = position
        while let byte = current, (0x30...0x39).contains(byte) { position += 1 }
        return position > start
    }

    private mutating func skipWord(_ word: String) -> Bool {
        guard bytes[position...].starts(with: word.utf8) else { return false }
        position += word.utf8.count
        return true
    }

    // MARK: Members and elements, in a document that was found well-formed

    /// The next member of the object that the scanner stands in, without the quotes of its name.
    mutating func nextMember() -> (name: Range<Int>, value: Range<Int>)? {
        skipBlanks()
        if skip(",") { skipBlanks() }
        let start = position
        guard skipString() else { return nil }
        let name = start + 1..<position - 1
        skipBlanks()
        guard skip(":"), let value = nextValue() else { return nil }
        return (name, value)
    }

    /// The next element of the array that the scanner stands in.
    mutating func nextElement() -> Range<Int>? {
        skipBlanks()
        if skip(",") { skipBlanks() }
        guard current != UInt8(ascii: "]") else { return nil }
        return nextValue()
    }

    private mutating func nextValue() -> Range<Int>? {
        skipBlanks()
        let start = position
        return skipValue() ? start..<position : nil
    }
}
