/// Walks over the tags of an XML document. It never reads past the end, whatever the bytes are.
struct MarkupScanner {
    enum Tag {
        case start(String, attributes: [String: String], isEmpty: Bool)
        case end(String)
    }

    private var rest: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) { rest = bytes[...] }

    /// The next tag, or `nil` at the end of the document and where it is not well-formed.
    mutating func nextTag() -> Tag? {
        while let start = rest.firstIndex(of: UInt8(ascii: "<")) {
            rest = rest[start...]
            if rest.starts(with: "<?".utf8) {
                guard skip(past: "?>") else { return nil }
            } else if rest.starts(with: "<!--".utf8) {
                guard skip(past: "-->") else { return nil }
            } else if rest.starts(with: "<![CDATA[".utf8) {
                guard skip(past: "]]>") else { return nil }
            } else if rest.starts(with: "<!".utf8) {
                guard skip(past: ">") else { return nil }
            } else {
                rest = rest.dropFirst()
                return tag()
            }
        }
        return nil
    }

    private mutating func tag() -> Tag? {
        let isEnd = skip("/")
        guard let name = name() else { return nil }
        var attributes: [String: String] = [:]
        while true {
            rest = rest.drop(while: Self.isBlank)
            if isEnd { return skip(">") ? .end(name) : nil }
            if skip(">") { return .start(name, attributes: attributes, isEmpty: false) }
            if skip("/") { return skip(">") ? .start(name, attributes: attributes, isEmpty: true) : nil }
            guard let attribute = self.name(), let value = value() else { return nil }
            attributes[attribute] = attributes[attribute] ?? value
        }
    }

    private mutating func name() -> String? {
        let name = rest.prefix { !Self.isBlank($0) && !"<>/=\"'&".utf8.contains($0) }
        rest = rest[name.endIndex...]
        return name.isEmpty ? nil : String(decoding: name, as: UTF8.self)
    }

    private mutating func value() -> String? {
        rest = rest.drop(while: Self.isBlank)
        guard skip("=") else { return nil }
        rest = rest.drop(while: Self.isBlank)
        guard let quote = rest.popFirst(), quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'"),
            let end = rest.firstIndex(of: quote)
        else { return nil }
        let value = Self.decode(rest[..<end])
        rest = rest[rest.index(after: end)...]
        return value
    }

    private mutating func skip(_ byte: Unicode.Scalar) -> Bool {
        guard rest.first == UInt8(ascii: byte) else { return false }
        rest = rest.dropFirst()
        return true
    }

    private mutating func skip(past end: String) -> Bool {
        let end = Array(end.utf8)
        while !rest.isEmpty {
            if rest.starts(with: end) {
                rest = rest.dropFirst(end.count)
                return true
            }
            rest = rest.dropFirst()
        }
        return false
    }

    private static func isBlank(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
    }

    /// The text with its references resolved; what is none stands for itself.
    private static func decode(_ text: ArraySlice<UInt8>) -> String {
        var decoded: [UInt8] = []
        var rest = text
        while let byte = rest.popFirst() {
            // Long enough for every number, and short enough that a text full of `&` takes no time.
            let reference = rest.prefix(10).prefix { $0 != UInt8(ascii: ";") }
            guard byte == UInt8(ascii: "&"), rest.dropFirst(reference.count).first == UInt8(ascii: ";"),
                let scalar = scalar(String(decoding: reference, as: UTF8.self))
            else {
                decoded.append(byte)
                continue
            }
            decoded += Array(String(Character(scalar)).utf8)
            rest = rest.dropFirst(reference.count + 1)
        }
        return String(decoding: decoded, as: UTF8.self)
    }

    private static func scalar(_ reference: String) -> Unicode.Scalar? {
        switch reference {
        case "amp": return "&"
        case "lt": return "<"
        case "gt": return ">"
        case "quot": return "\""
        case "apos": return "'"
        default: break
        }
        if reference.hasPrefix("#x") { return UInt32(reference.dropFirst(2), radix: 16).flatMap(Unicode.Scalar.init) }
        return reference.hasPrefix("#") ? UInt32(reference.dropFirst()).flatMap(Unicode.Scalar.init) : nil
    }
}
