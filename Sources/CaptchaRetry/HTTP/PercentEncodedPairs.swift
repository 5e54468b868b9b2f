/// The text of a query or a form body: `name=value` pairs, percent-encoded, joined by `&`.
///
/// It works on bytes: a `String` compares by canonical equivalence and splits between grapheme clusters, so that `&`
/// followed by a combining mark would join nothing, and other texts would count as the same name.
enum PercentEncodedPairs {
    /// The text with one pair set: the first of its name is replaced, further ones go, all others stay byte for byte.
    static func setting(_ name: String, to value: String, in text: some Collection<UInt8>) -> [UInt8] {
        let pair = Array((encode(name) + "=" + encode(value)).utf8)
        guard !text.isEmpty else { return pair }
        let wanted = Array(name.utf8)
        let separator = UInt8(ascii: "&")
        var edited: [UInt8] = []
        edited.reserveCapacity(text.count + pair.count + 1)
        var isSet = false
        for (index, old) in Array(text).split(separator: separator, omittingEmptySubsequences: false).enumerated() {
            let isNamed = self.isNamed(wanted, old)
            if isNamed && isSet { continue }
            if index > 0 { edited.append(separator) }
            edited += isNamed ? pair[...] : old
            isSet = isSet || isNamed
        }
        if isSet { return edited }
        if edited.last != separator { edited.append(separator) }
        return edited + pair
    }

    /// Whether the text could be a form: only characters that clients leave as they are in one, and at least one `=`.
    static func isWellFormed(_ text: some Collection<UInt8>) -> Bool {
        text.contains(UInt8(ascii: "="))
            && text.allSatisfy { isAlphanumeric($0) || "%&=+-._~*!'()$,;:@/?[]".utf8.contains($0) }
    }

    /// The text with everything but unreserved characters percent-encoded, so that it means the same in a query and in
    /// a form, where a bare `+` is a blank.
    static func encode(_ text: String) -> String {
        var bytes: [UInt8] = []
        for byte in text.utf8 {
            if isAlphanumeric(byte) || "-._~".utf8.contains(byte) {
                bytes.append(byte)
            } else {
                bytes += [UInt8(ascii: "%"), hexDigit(byte >> 4), hexDigit(byte & 15)]
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Whether the name of a pair, decoded, is this one.
    private static func isNamed(_ name: [UInt8], _ pair: ArraySlice<UInt8>) -> Bool {
        var rest = pair.prefix { $0 != UInt8(ascii: "=") }
        // What is shorter, or longer than all of it encoded, need not be decoded.
        guard (name.count...name.count * 3).contains(rest.count) else { return false }
        for byte in name { guard popDecoded(&rest) == byte else { return false } }
        return rest.isEmpty
    }

    /// The next byte of an encoded text. What is no valid escape stands for itself.
    private static func popDecoded(_ rest: inout ArraySlice<UInt8>) -> UInt8? {
        guard let byte = rest.popFirst() else { return nil }
        if byte == UInt8(ascii: "+") { return UInt8(ascii: " ") }
        let digits = rest.prefix(2).compactMap(hexValue)
        guard byte == UInt8(ascii: "%"), digits.count == 2 else { return byte }
        rest = rest.dropFirst(2)
        return digits[0] << 4 | digits[1]
    }

    private static func isAlphanumeric(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte.asciiLowercased)
    }

    private static func hexDigit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
    }

    /// The value of a hexadecimal digit, or `nil`.
    static func hexValue(_ digit: UInt8) -> UInt8? {
        switch digit.asciiLowercased {
        case 0x30...0x39: digit - 0x30
        case 0x61...0x66: digit.asciiLowercased - 0x61 + 10
        default: nil
        }
    }
}
