/// The value of a `Cookie` header field: `name=value` pairs joined by `; `.
enum CookiePairs {
    /// The field's value with one cookie set; the others stay byte for byte.
    ///
    /// - Throws: ``RequestEditError`` for a name or a value that RFC 6265 does not allow, since there is no agreed way
    ///   to encode it.
    static func setting(_ name: String, to value: String, in field: String?) throws(RequestEditError) -> String {
        let forbidden = Set(" \",;\\".utf8)
        guard !name.isEmpty, !name.utf8.contains(UInt8(ascii: "=")),
            (name + value).utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && !forbidden.contains($0) })
        else { throw RequestEditError("the value does not fit a cookie") }
        let pair = name + "=" + value
        guard let field, !field.isEmpty else { return pair }
        var isSet = false
        var pairs: [Substring] = []
        for old in field.split(separator: ";", omittingEmptySubsequences: false) {
            let oldName = old.prefix { $0 != "=" }.drop { $0 == " " }
            guard oldName == name else {
                pairs.append(old)
                continue
            }
            if !isSet { pairs.append(old.prefix { $0 == " " } + Substring(pair)) }
            isSet = true
        }
        let kept = pairs.joined(separator: ";")
        return isSet ? kept : kept + "; " + pair
    }
}
