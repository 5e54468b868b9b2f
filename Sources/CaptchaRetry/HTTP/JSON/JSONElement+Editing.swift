extension JSONElement {
    /// The document with the value at a path set to a JSON literal, or `nil` if something other than an object stands
    /// on the way. Objects that are missing are made; everything else stays byte for byte.
    ///
    /// If the document has several members of the last name, all of them are set: servers disagree on which one counts.
    func setting(_ path: [String], to literal: String) -> [UInt8]? {
        guard isObject, let name = path.first else { return nil }
        let rest = Array(path.dropFirst())
        let members = memberRanges(name)
        guard let last = members.last else { return inserting(name, rest, literal) }
        if !rest.isEmpty { return JSONElement(document: document, range: last).setting(rest, to: literal) }
        var edited = document
        for member in members.reversed() { edited.replaceSubrange(member, with: literal.utf8) }
        return edited
    }

    private func inserting(_ name: String, _ rest: [String], _ literal: String) -> [UInt8] {
        let value = rest.reversed().reduce(literal) { "{\(Self.literal($1)):\($0)}" }
        var scanner = JSONScanner(document, at: range.lowerBound + 1)
        let isEmpty = scanner.nextMember() == nil
        // In front of the closing brace, behind whatever blanks there are.
        let member = (isEmpty ? "" : ",") + Self.literal(name) + ":" + value
        var edited = document
        edited.insert(contentsOf: member.utf8, at: range.upperBound - 1)
        return edited
    }

    /// A string as a JSON literal.
    static func literal(_ string: String) -> String {
        var literal = "\""
        for scalar in string.unicodeScalars {
            switch scalar {
            case "\"": literal += "\\\""
            case "\\": literal += "\\\\"
            case _ where scalar.value < 0x20:
                let digits = String(scalar.value, radix: 16)
                literal += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: literal.unicodeScalars.append(scalar)
            }
        }
        return literal + "\""
    }

    /// Whether a text is a JSON number.
    static func isNumber(_ text: String) -> Bool {
        JSONElement(text.utf8)?.number == text
    }
}
