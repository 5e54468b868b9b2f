/// A provider's own word for what is wrong, such as `timeout-or-duplicate`.
///
/// Those that the documentation of the providers names have a meaning here. Others are kept for the log.
public struct ProviderCode: Hashable, Sendable, CustomStringConvertible, ExpressibleByStringLiteral {
    /// The code.
    public let description: String

    /// A code that you know.
    public init(stringLiteral code: String) { description = code }

    /// A code that came in an answer.
    ///
    /// Codes are letters, hyphens and underscores, and short. Anything else becomes `unreadable`: it could be a text
    /// that quotes the token.
    public init(received text: String) {
        let isCode = text.utf8.allSatisfy { byte in
            (0x61...0x7A).contains(byte | 0x20) || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
        }
        description = isCode && (1...48).contains(text.utf8.count) ? text : "unreadable"
    }
}

extension [ProviderCode] {
    /// The codes in brackets, with a blank in front.
    var suffix: String {
        isEmpty ? "" : " [\(map(\.description).joined(separator: ", "))]"
    }
}
