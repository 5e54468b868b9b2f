/// The media type in a `Content-Type` header field, without its parameters.
struct MediaType: Hashable, Sendable {
    /// Type and subtype, in lower case.
    let name: String

    /// `application/x-www-form-urlencoded`.
    static let form = MediaType("application/x-www-form-urlencoded")

    init(_ field: String) {
        let name = field.utf8.prefix { $0 != UInt8(ascii: ";") }.filter { $0 != 0x20 && $0 != 0x09 }
        self.name = String(decoding: name.map(\.asciiLowercased), as: UTF8.self)
    }

    var isForm: Bool { self == .form }
}
