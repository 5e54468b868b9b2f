/// A value in a JSON document, read where it stands.
///
/// Unlike `JSONDecoder` it gives numbers as the text that was sent, so that a 19-digit identifier or `1.500` goes back
/// as it came, and it knows where each value stands, so that a body can be edited in place. All look-ups give `nil`
/// where the document has another shape than expected.
///
/// A string that cannot be given exactly is refused, and not repaired: ``string`` is `nil` where its bytes are not
/// UTF-8 or where it holds one half of a surrogate pair. The rest of such a document can be read.
public struct JSONElement: Sendable {
    let document: [UInt8]
    let range: Range<Int>

    /// The top value of a document, or `nil` if the bytes are not one well-formed JSON value.
    ///
    /// A byte order mark in front is skipped. Documents with more than 128 objects and arrays inside each other are
    /// refused.
    public init?(_ bytes: some Sequence<UInt8>) {
        let document = Array(bytes)
        var scanner = JSONScanner(document)
        scanner.skipByteOrderMark()
        scanner.skipBlanks()
        let start = scanner.position
        guard scanner.skipValue() else { return nil }
        let end = scanner.position
        scanner.skipBlanks()
        guard scanner.isAtEnd else { return nil }
        self.init(document: document, range: start..<end)
    }

    init(document: [UInt8], range: Range<Int>) {
        self.document = document
        self.range = range
    }

    /// The member of an object. Of several with the same name the last one counts.
    public subscript(name: String) -> JSONElement? {
        memberRanges(name).last.map { JSONElement(document: document, range: $0) }
    }

    /// The value at the end of a path of member names.
    public subscript(path: [String]) -> JSONElement? {
        path.reduce(Optional(self)) { $0?[$1] }
    }

    /// The elements of an array.
    public var elements: [JSONElement]? {
        guard firstByte == UInt8(ascii: "[") else { return nil }
        var scanner = JSONScanner(document, at: range.lowerBound + 1)
        var elements: [JSONElement] = []
        while let value = scanner.nextElement() { elements.append(JSONElement(document: document, range: value)) }
        return elements
    }

    /// The members of an object, in their order, without those whose name is no Unicode text.
    public var members: [(name: String, value: JSONElement)]? {
        guard isObject else { return nil }
        var scanner = JSONScanner(document, at: range.lowerBound + 1)
        var members: [(name: String, value: JSONElement)] = []
        while let member = scanner.nextMember() {
            guard let name = JSONScanner.decodeString(document[member.name]) else { continue }
            members.append((name, JSONElement(document: document, range: member.value)))
        }
        return members
    }

    /// The value of a string, or `nil` also where it is no Unicode text.
    public var string: String? {
        guard firstByte == UInt8(ascii: "\"") else { return nil }
        return JSONScanner.decodeString(document[range].dropFirst().dropLast())
    }

    /// The text of a number, exactly as it was sent.
    public var number: String? {
        guard let firstByte, firstByte == UInt8(ascii: "-") || (0x30...0x39).contains(firstByte) else { return nil }
        return String(decoding: document[range], as: UTF8.self)
    }

    /// The text of a string or of a number: identifiers come as either.
    public var text: String? { string ?? number }

    /// The value of `true` or `false`.
    public var bool: Bool? {
        switch firstByte {
        case UInt8(ascii: "t"): true
        case UInt8(ascii: "f"): false
        default: nil
        }
    }

    /// Whether it is an object.
    public var isObject: Bool { firstByte == UInt8(ascii: "{") }

    private var firstByte: UInt8? { document[range].first }

    /// Where the values of the members of this name stand; empty also where it is not an object.
    func memberRanges(_ name: String) -> [Range<Int>] {
        guard isObject else { return [] }
        var scanner = JSONScanner(document, at: range.lowerBound + 1)
        var found: [Range<Int>] = []
        while let member = scanner.nextMember() {
            if JSONScanner.isString(document[member.name], name) { found.append(member.value) }
        }
        return found
    }
}

extension JSONElement: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The size, without the contents.
    public var description: String { "JSONElement(\(range.count) bytes)" }

    /// The same as ``description``.
    public var debugDescription: String { description }

    /// A mirror without children.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
