/// Header fields of a request or a response, in their order, found without regard to the case of their names.
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

    /// Fields from pairs, such as a dictionary's.
    public init(_ pairs: some Sequence<(String, String)>) {
        fields = pairs.map { Field(name: $0.0, value: $0.1) }
    }

    /// The first field of this name. Setting it replaces all of them, or appends one; `nil` removes all.
    public subscript(name: String) -> String? {
        get { fields.first { $0.name.equalsIgnoringASCIICase(name) }?.value }
        set {
            let index = fields.firstIndex { $0.name.equalsIgnoringASCIICase(name) }
            let spelling = index.map { fields[$0].name } ?? name
            fields.removeAll { $0.name.equalsIgnoringASCIICase(name) }
            guard let newValue else { return }
            fields.insert(Field(name: spelling, value: newValue), at: index ?? fields.count)
        }
    }
}

extension String {
    /// Whether two strings are the same but for the case of ASCII letters, which is how HTTP compares names.
    func equalsIgnoringASCIICase(_ other: String) -> Bool {
        utf8.count == other.utf8.count && zip(utf8, other.utf8).allSatisfy { $0.asciiLowercased == $1.asciiLowercased }
    }
}

extension UInt8 {
    var asciiLowercased: UInt8 { (0x41...0x5A).contains(self) ? self | 0x20 : self }
}
