/// The text of a form body or a query.
///
/// Everything but letters, digits and `-._~` is escaped, so that no `+`, `&` or `=` of a token is taken for something
/// else, and the text is legal in either place.
enum FormEncoding {
    static func encode(_ fields: [(name: String, value: String?)]) -> String {
        fields.compactMap { name, value in
            value.map { escape(name) + "=" + escape($0) }
        }.joined(separator: "&")
    }

    static func escape(_ text: String) -> String {
        var escaped: [UInt8] = []
        for byte in text.utf8 {
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
                UInt8(ascii: "~"):
                escaped.append(byte)
            default:
                escaped += [UInt8(ascii: "%"), digit(byte >> 4), digit(byte & 0xF)]
            }
        }
        return String(decoding: escaped, as: UTF8.self)
    }

    private static func digit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
    }
}
