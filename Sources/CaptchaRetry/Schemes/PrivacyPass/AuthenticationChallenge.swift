/// One challenge of a `WWW-Authenticate` header field (RFC 9110, section 11.6.1).
struct AuthenticationChallenge: Hashable, Sendable {
    /// The authentication scheme, in lower case.
    var scheme: String
    /// The parameters by their names in lower case. Of several with the same name the first one counts.
    var parameters: [String: String] = [:]

    /// The challenges in a field, which may have several, of any schemes.
    ///
    /// What is malformed is skipped. A credential without a name (`Negotiate YWJj`) reads as a scheme without
    /// parameters, or as a parameter without use; neither does harm.
    static func all(in field: String) -> [AuthenticationChallenge] {
        var reader = Reader(bytes: Array(field.utf8))
        var challenges: [AuthenticationChallenge] = []
        while reader.skip(Reader.separators), !reader.isAtEnd {
            let name = reader.word().lowercased()
            guard !name.isEmpty else {
                reader.skipStray()
                continue
            }
            guard reader.takeEqualsSign() else {
                challenges.append(AuthenticationChallenge(scheme: name))
                continue
            }
            guard let value = reader.value(), let last = challenges.indices.last else { continue }
            if challenges[last].parameters[name] == nil { challenges[last].parameters[name] = value }
        }
        return challenges
    }

    private struct Reader {
        static let blanks: Set<UInt8> = [0x20, 0x09]
        static let separators = blanks.union(",".utf8)
        private static let wordEnd = separators.union("=\"".utf8)
        private static let quote = UInt8(ascii: "\"")

        let bytes: [UInt8]
        private(set) var position = 0

        init(bytes: [UInt8]) { self.bytes = bytes }

        var isAtEnd: Bool { position >= bytes.count }
        private var next: UInt8? { isAtEnd ? nil : bytes[position] }

        /// Skips these bytes. Always true, so that it can stand in a condition.
        mutating func skip(_ skipped: Set<UInt8>) -> Bool {
            while let next, skipped.contains(next) { position += 1 }
            return true
        }

        mutating func word() -> String { text(until: Self.wordEnd) }

        /// The value of a parameter; `nil` for a quoted string without an end.
        mutating func value() -> String? {
            _ = skip(Self.blanks)
            return next == Self.quote ? quoted() : text(until: Self.separators)
        }

        mutating func takeEqualsSign() -> Bool {
            let start = position
            _ = skip(Self.blanks)
            if next == UInt8(ascii: "=") {
                position += 1
                return true
            }
            position = start
            return false
        }

        /// Gets past a quoted string, or a single byte, that stands where a word should.
        mutating func skipStray() {
            if next == Self.quote { _ = quoted() } else { position += 1 }
        }

        private mutating func text(until end: Set<UInt8>) -> String {
            let start = position
            while let next, !end.contains(next) { position += 1 }
            return String(decoding: bytes[start..<position], as: UTF8.self)
        }

        private mutating func quoted() -> String? {
            position += 1
            var content: [UInt8] = []
            while let byte = next {
                position += 1
                if byte == Self.quote { return String(decoding: content, as: UTF8.self) }
                guard byte == UInt8(ascii: "\\"), let escaped = next else {
                    content.append(byte)
                    continue
                }
                content.append(escaped)
                position += 1
            }
            return nil
        }
    }
}
