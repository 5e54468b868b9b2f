/// The value of a `Cookie` header field: `name=value` pairs joined by `; `.
enum CookiePairs {
    /// The field's value with one cookie set; the others stay byte for byte.
    ///
    /// - Throws: ``RequestEditError`` for a name or a value that RFC 6265 does not allow, since there is no agreed way
    ///   to encode it.
    static func setting(_ name: String, to value: String, in field: String?) throws(RequestEditError) -> String {
        let forbidden = Set(" \",;\\".utf8)
        guard name.isHTTPToken, value.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && !forbidden.contains($0) }) else {
            throw RequestEditError("the value does not fit a cookie")
        }
        let pair = Array((name + "=" + value).utf8)
        let separator = UInt8(ascii: ";")
        var isSet = false
        var cookies: [[UInt8]] = []
        // On bytes, since neither a name nor a `;` ends where a combining mark follows.
        let text = trimmed(Array((field ?? "").utf8)[...])
        for old in text.split(separator: separator, omittingEmptySubsequences: false) {
            guard trimmed(old.prefix { $0 != UInt8(ascii: "=") }).elementsEqual(name.utf8) else {
                cookies.append(Array(old))
                continue
            }
            if !isSet { cookies.append(old.prefix(while: isBlank) + pair) }
            isSet = true
        }
        if !isSet {
            // Nothing stands between a last `;` and the end.
            if let last = cookies.last, last.allSatisfy(isBlank) { cookies.removeLast() }
            cookies.append((cookies.isEmpty ? [] : [UInt8(ascii: " ")]) + pair)
        }
        return String(decoding: Array(cookies.joined(separator: [separator])), as: UTF8.self)
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

    private static func trimmed(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let start = text.drop(while: isBlank)
        return start.dropLast(start.reversed().prefix(while: isBlank).count)
    }
}
