/// The media type in a `Content-Type` header field, without its parameters.
@usableFromInline
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

    /// Whether the field names pictures, sound, video or fonts. Written text (SVG) is among them.
    @usableFromInline
    static func isPictureOrSound(_ field: String) -> Bool {
        switch field.utf8.first?.asciiLowercased {
        case UInt8(ascii: "i"): field.hasPrefixIgnoringASCIICase("image/")
        case UInt8(ascii: "a"): field.hasPrefixIgnoringASCIICase("audio/")
        case UInt8(ascii: "v"): field.hasPrefixIgnoringASCIICase("video/")
        case UInt8(ascii: "f"): field.hasPrefixIgnoringASCIICase("font/")
        default: false
        }
    }
}
