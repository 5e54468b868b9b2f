/// The text of a query or a form body: `name=value` pairs, percent-encoded, joined by `&`.
enum PercentEncodedPairs {
    /// The text with one pair set: the first of its name is replaced, further ones go, all others stay byte for byte.
    static func setting(_ name: String, to value: String, in text: String) -> String {
        let pair = encode(name) + "=" + encode(value)
        guard !text.isEmpty else { return pair }
        var isSet = false
        var pairs: [Substring] = []
        for old in text.split(separator: "&", omittingEmptySubsequences: false) {
            guard decodedName(of: old) == name else {
                pairs.append(old)
                continue
            }
            if !isSet { pairs.append(Substring(pair)) }
            isSet = true
        }
        let kept = pairs.joined(separator: "&")
        if isSet { return kept }
        return kept.hasSuffix("&") ? kept + pair : kept + "&" + pair
    }

    /// Whether the text could be a form: only characters that stay as they are in one, and at least one `=`.
    static func isWellFormed(_ text: String) -> Bool {
        let others = Set("%&=+-._~*!'()$,;:@/?".utf8)
        return text.utf8.contains(UInt8(ascii: "="))
            && text.utf8.allSatisfy { isAlphanumeric($0) || others.contains($0) }
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

    private static func decodedName(of pair: Substring) -> String {
        let name = Array(pair.utf8.prefix { $0 != UInt8(ascii: "=") })
        var bytes: [UInt8] = []
        var index = 0
        while index < name.count {
            if name[index] == UInt8(ascii: "%"), index + 2 < name.count,
                let high = hexValue(name[index + 1]), let low = hexValue(name[index + 2])
            {
                bytes.append(high << 4 | low)
                index += 3
            } else {
                bytes.append(name[index] == UInt8(ascii: "+") ? UInt8(ascii: " ") : name[index])
                index += 1
            }
        }
        return String(decoding: bytes, as: UTF8.self)
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
