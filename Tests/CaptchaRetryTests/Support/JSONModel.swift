import TestSupport

/// A JSON document as a tree that remembers every byte of its text: what the tests of parsing and editing compare with.
enum JSONModel {
    struct Member {
        var name: String
        /// The name as it is written, with its quotes, and blanks and the colon behind it.
        var head: String
        var value: JSONModel
        var tail: String
    }

    struct Element {
        var value: JSONModel
        var tail: String
    }

    case string(String, text: String)
    case number(text: String)
    case word(String)
    case array([Element], blank: String)
    case object([Member], blank: String)

    /// The bytes of the document.
    var text: String {
        switch self {
        case .string(_, let text), .number(let text), .word(let text): text
        case .array(let elements, let blank):
            "[" + blank + elements.map { $0.value.text + $0.tail }.joined(separator: "," + blank) + "]"
        case .object(let members, let blank):
            "{" + blank + members.map { $0.head + $0.value.text + $0.tail }.joined(separator: "," + blank) + "}"
        }
    }

    /// The document with the value at a path set; `nil` where something else than an object stands on the way.
    func setting(_ path: [String], to literal: String) -> JSONModel? {
        guard case .object(var members, let blank) = self, let name = path.first else { return nil }
        let rest = Array(path.dropFirst())
        let places = members.indices.filter { members[$0].name.unicodeScalars.elementsEqual(name.unicodeScalars) }
        for place in places {
            let value = rest.isEmpty ? .word(literal) : members[place].value.setting(rest, to: literal)
            guard let value else { return nil }
            members[place].value = value
        }
        if !places.isEmpty { return .object(members, blank: blank) }
        var value = literal
        for name in rest.reversed() { value = "{" + Self.quoted(name) + ":" + value + "}" }
        let head = Self.quoted(name) + ":"
        guard !members.isEmpty else { return .word("{" + blank + head + value + "}") }
        // A new member takes no blanks, so that it is glued to the last one.
        members[members.count - 1].tail += "," + head + value
        return .object(members, blank: blank)
    }

    /// A text without special characters in quotes.
    static func quoted(_ text: String) -> String { "\"" + text + "\"" }
}

extension JSONModel {
    static let blanks = ["", "", "", " ", "\n", "\t", "\r\n", "  \n "]
    static let names = ["a", "b", "error", "\u{E9}", "e\u{301}", "ключ"]
    private static let numbers = [
        "0", "-0", "1", "14", "1.500", "-1.5e-3", "1E5", "0e0", "9041237788123456789", "1741099026.324",
    ]
    // What a text stands for, and how it is written.
    private static let pieces = [
        ("x", "x"), ("ü", "ü"), ("\n", "\\n"), ("\"", "\\\""), ("\\", "\\\\"), ("/", "\\/"), ("/", "/"),
        ("é", "\\u00e9"), ("😀", "😀"), ("😀", "\\ud83D\\uDe00"), ("}", "}"), (",", ","), ("\u{7F}", "\u{7F}"),
    ]

    /// A random document of at most this depth.
    static func random(_ dice: inout SeededGenerator, depth: Int) -> JSONModel {
        switch dice.number(0...(depth > 0 ? 7 : 3)) {
        case 0: return randomString(&dice)
        case 1, 2: return .number(text: dice.pick(numbers))
        case 3: return .word(dice.pick(["true", "false", "null"]))
        case 4:
            let elements = dice.several(0...4) { Element(value: random(&$0, depth: depth - 1), tail: $0.pick(blanks)) }
            return .array(elements, blank: dice.pick(blanks))
        default: return randomObject(&dice, depth: depth)
        }
    }

    /// A random object, at times with several members of one name.
    static func randomObject(_ dice: inout SeededGenerator, depth: Int) -> JSONModel {
        let members = dice.several(0...5) { dice in
            let name = dice.pick(names)
            let first = name.unicodeScalars.first.map { String($0.value, radix: 16) } ?? ""
            let escaped = "\\u" + String(repeating: "0", count: 4 - first.count) + first
            let written = dice.once(in: 4) ? escaped + String(name.unicodeScalars.dropFirst()) : name
            let head = quoted(written) + dice.pick(blanks) + ":" + dice.pick(blanks)
            return Member(name: name, head: head, value: random(&dice, depth: depth - 1), tail: dice.pick(blanks))
        }
        return .object(members, blank: dice.pick(blanks))
    }

    private static func randomString(_ dice: inout SeededGenerator) -> JSONModel {
        let chosen = dice.several(0...6) { $0.pick(pieces) }
        return .string(chosen.map(\.0).joined(), text: quoted(chosen.map(\.1).joined()))
    }
}
