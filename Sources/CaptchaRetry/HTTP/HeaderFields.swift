/// Header fields of a request or a response, in their order, found without regard to the case of their names.
///
/// Their description shows the names only.
public struct HeaderFields: Hashable, Sendable, ExpressibleByDictionaryLiteral {
    /// One field.
    public struct Field: Hashable, Sendable {
        /// The name, as it was given.
        public var name: String
        /// The value.
        public var value: String
    }

    /// All fields, in their order.
    public private(set) var fields: [Field]

    /// The fields of a dictionary literal.
    public init(dictionaryLiteral elements: (String, String)...) {
        self.init(elements)
    }

    /// The fields of a dictionary, ordered by their names.
    public init(_ dictionary: [String: String]) {
        self.init(dictionary.sorted { $0.key < $1.key }.map { ($0.key, $0.value) })
    }

    /// Fields from pairs.
    public init(_ pairs: some Sequence<(String, String)>) {
        fields = pairs.map { Field(name: $0.0, value: $0.1) }
    }

    /// The first field of this name. Setting it replaces all of them, or appends one; `nil` removes all.
    public subscript(name: String) -> String? {
        get {
            // By index, since a copy of each field would count references.
            for index in fields.indices where fields[index].name.equalsIgnoringASCIICase(name) {
                return fields[index].value
            }
            return nil
        }
        set {
            let index = fields.firstIndex { $0.name.equalsIgnoringASCIICase(name) }
            let spelling = index.map { fields[$0].name } ?? name
            fields.removeAll { $0.name.equalsIgnoringASCIICase(name) }
            guard let newValue else { return }
            fields.insert(Field(name: spelling, value: newValue), at: index ?? fields.count)
        }
    }
}

extension HeaderFields: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The names.
    public var description: String { "HeaderFields(\(fields.map(\.name).joined(separator: ", ")))" }

    /// The same as ``description``.
    public var debugDescription: String { description }

    /// A mirror without children.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension HeaderFields.Field: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The name.
    public var description: String { "Field(\(name))" }

    /// The same as ``description``.
    public var debugDescription: String { description }

    /// A mirror without children.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension String {
    /// Whether it is a token of RFC 9110, as names of header fields and of cookies are.
    var isHTTPToken: Bool {
        !isEmpty
            && utf8.allSatisfy { byte in
                (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte.asciiLowercased)
                    || "!#$%&'*+-.^_`|~".utf8.contains(byte)
            }
    }

    /// Whether it begins with another string, but for the case of ASCII letters.
    func hasPrefixIgnoringASCIICase(_ prefix: String) -> Bool {
        guard utf8.count >= prefix.utf8.count else { return false }
        func areEqual(_ left: UInt8, _ right: UInt8) -> Bool { left.asciiLowercased == right.asciiLowercased }
        // Nearly all strings lie in one piece, which is read much faster than the view.
        let isEqual = utf8.withContiguousStorageIfAvailable { own in
            prefix.utf8.withContiguousStorageIfAvailable { prefix in zip(own, prefix).allSatisfy(areEqual) }
        }
        return (isEqual ?? nil) ?? zip(utf8, prefix.utf8).allSatisfy(areEqual)
    }

    /// Whether two strings are the same but for the case of ASCII letters, which is how HTTP compares names.
    ///
    /// Most names differ in their length already, which is seen where this is called.
    @inline(__always)
    func equalsIgnoringASCIICase(_ other: String) -> Bool {
        utf8.count == other.utf8.count && hasPrefixIgnoringASCIICase(other)
    }
}

extension UInt8 {
    var asciiLowercased: UInt8 { (0x41...0x5A).contains(self) ? self | 0x20 : self }
}
