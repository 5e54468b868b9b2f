extension JSONElement {
    /// Text that takes the place of a part of the document.
    private struct Splice {
        var range: Range<Int>
        var text: String
    }

    /// The document with the value at a path set to the literal of a string or a number, or `nil` if something other
    /// than an object stands on the way, or it is longer than a document may be deep. Objects that are missing are
    /// made; everything else stays byte for byte.
    ///
    /// Where a document has several members of one name, it is set in all of them: servers disagree on which one
    /// counts.
    func setting(_ path: [String], to literal: String) -> [UInt8]? {
        guard path.count <= JSONScanner.maximumDepth, let splices = splices(path[...], literal) else { return nil }
        // One pass, however many there are. They come in the order of the document.
        var edited: [UInt8] = []
        edited.reserveCapacity(document.count + splices.reduce(0) { $0 + $1.text.utf8.count })
        var position = 0
        for splice in splices {
            edited += document[position..<splice.range.lowerBound]
            edited += splice.text.utf8
            position = splice.range.upperBound
        }
        return edited + document[position...]
    }

    private func splices(_ path: ArraySlice<String>, _ literal: String) -> [Splice]? {
        guard isObject, let name = path.first else { return nil }
        let rest = path.dropFirst()
        let members = memberRanges(name)
        if members.isEmpty { return [insertion(name, rest, literal)] }
        if rest.isEmpty { return members.map { Splice(range: $0, text: literal) } }
        var splices: [Splice] = []
        for member in members {
            guard let inner = JSONElement(document: document, range: member).splices(rest, literal) else { return nil }
            splices += inner
        }
        return splices
    }

    private func insertion(_ name: String, _ rest: ArraySlice<String>, _ literal: String) -> Splice {
        let value = rest.reversed().reduce(literal) { "{\(Self.literal($1)):\($0)}" }
        // In front of the closing brace, behind whatever blanks there are.
        let end = range.upperBound - 1
        var scanner = JSONScanner(document, at: range.lowerBound + 1)
        scanner.skipBlanks()
        let isEmpty = scanner.position == end
        return Splice(range: end..<end, text: (isEmpty ? "" : ",") + Self.literal(name) + ":" + value)
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
        JSONElement(text.utf8)?.number?.utf8.elementsEqual(text.utf8) ?? false
    }
}
