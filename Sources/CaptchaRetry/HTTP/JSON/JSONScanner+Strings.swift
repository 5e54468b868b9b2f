extension JSONScanner {
    /// The value of a string, given the bytes between its quotes. Half of a surrogate pair becomes U+FFFD.
    static func decodeString(_ bytes: ArraySlice<UInt8>) -> String {
        guard bytes.contains(UInt8(ascii: "\\")) else { return String(decoding: bytes, as: UTF8.self) }
        var units: [UInt8] = []
        var rest = bytes
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "\\"), let escape = rest.popFirst() else {
                units.append(byte)
                continue
            }
            switch escape {
            case UInt8(ascii: "b"): units.append(0x08)
            case UInt8(ascii: "f"): units.append(0x0C)
            case UInt8(ascii: "n"): units.append(0x0A)
            case UInt8(ascii: "r"): units.append(0x0D)
            case UInt8(ascii: "t"): units.append(0x09)
            case UInt8(ascii: "u"): units += Array(popUnicode(&rest).utf8)
            default: units.append(escape)
            }
        }
        return String(decoding: units, as: UTF8.self)
    }

    /// The character of the digits behind `\u`, with those of a second escape where both make up a pair.
    private static func popUnicode(_ rest: inout ArraySlice<UInt8>) -> String {
        let first = popUnit(&rest)
        guard UTF16.isLeadSurrogate(first) else { return String(decoding: [first], as: UTF16.self) }
        var ahead = rest
        guard ahead.popFirst() == UInt8(ascii: "\\"), ahead.popFirst() == UInt8(ascii: "u") else {
            return "\u{FFFD}"
        }
        let second = popUnit(&ahead)
        guard UTF16.isTrailSurrogate(second) else { return "\u{FFFD}" }
        rest = ahead
        return String(decoding: [first, second], as: UTF16.self)
    }

    private static func popUnit(_ rest: inout ArraySlice<UInt8>) -> UInt16 {
        var unit: UInt16 = 0
        for _ in 0..<4 {
            unit = unit << 4 | UInt16(rest.popFirst().flatMap(PercentEncodedPairs.hexValue) ?? 0)
        }
        return unit
    }
}
