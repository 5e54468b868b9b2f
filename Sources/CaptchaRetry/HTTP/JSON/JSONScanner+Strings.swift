extension JSONScanner {
    /// Whether the bytes between the quotes of a string stand for this text, character by character.
    static func isString(_ bytes: ArraySlice<UInt8>, _ text: String) -> Bool {
        guard bytes.contains(UInt8(ascii: "\\")) else { return bytes.elementsEqual(text.utf8) }
        // Not `==`, by which a letter with an accent equals the letter and the accent.
        return decodeString(bytes)?.utf8.elementsEqual(text.utf8) ?? false
    }

    /// The value of a string, given the bytes between its quotes; `nil` if it is no Unicode text.
    static func decodeString(_ bytes: ArraySlice<UInt8>) -> String? {
        guard bytes.contains(UInt8(ascii: "\\")) else { return exactString(bytes) }
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
            case UInt8(ascii: "u"):
                guard let scalar = popScalar(&rest) else { return nil }
                units += scalar.utf8
            default: units.append(escape)
            }
        }
        return exactString(units)
    }

    /// The text of bytes that are UTF-8.
    private static func exactString(_ bytes: some Collection<UInt8>) -> String? {
        let text = String(decoding: bytes, as: UTF8.self)
        // `String(validating:as:)` would say the same, but is not on all systems.
        return text.utf8.elementsEqual(bytes) ? text : nil
    }

    /// The character of the digits behind `\u`, with those of a second escape where both make up a pair.
    private static func popScalar(_ rest: inout ArraySlice<UInt8>) -> Unicode.Scalar? {
        let first = popUnit(&rest)
        guard UTF16.isLeadSurrogate(first) else { return Unicode.Scalar(first) }
        guard rest.popFirst() == UInt8(ascii: "\\"), rest.popFirst() == UInt8(ascii: "u") else { return nil }
        let second = popUnit(&rest)
        guard UTF16.isTrailSurrogate(second) else { return nil }
        return Unicode.Scalar(0x10000 + (UInt32(first & 0x3FF) << 10 | UInt32(second & 0x3FF)))
    }

    private static func popUnit(_ rest: inout ArraySlice<UInt8>) -> UInt16 {
        var unit: UInt16 = 0
        for _ in 0..<4 {
            unit = unit << 4 | UInt16(rest.popFirst().flatMap(PercentEncodedPairs.hexValue) ?? 0)
        }
        return unit
    }
}
