import Foundation

/// A picture of a kind that browsers show.
struct Picture: Hashable, Sendable {
    /// The kinds of pictures.
    enum Kind: Hashable, Sendable, CaseIterable {
        case png
        case jpeg
        case gif
        case webP
        case bitmap
        case svg

        var mediaType: String {
            switch self {
            case .png: "image/png"
            case .jpeg: "image/jpeg"
            case .gif: "image/gif"
            case .webP: "image/webp"
            case .bitmap: "image/bmp"
            case .svg: "image/svg+xml"
            }
        }
    }

    /// The largest picture that is taken, in bytes: 4 MiB.
    static let maximumSize = 4 << 20

    let data: Data
    let type: Kind

    /// - Returns: `nil` if it is none that is known by its first bytes, whatever its sender says, or too large.
    init?(_ data: Data) {
        guard data.count <= Self.maximumSize, let type = Self.kind(of: data) else { return nil }
        self.data = data
        self.type = type
    }

    private static func kind(of data: Data) -> Kind? {
        let start = [UInt8](data.prefix(12))
        if start.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) { return .png }
        if start.starts(with: [0xFF, 0xD8, 0xFF]) { return .jpeg }
        if start.starts(with: Array("GIF8".utf8)) { return .gif }
        if start.starts(with: Array("RIFF".utf8)), start.dropFirst(8).elementsEqual("WEBP".utf8) { return .webP }
        if start.starts(with: Array("BM".utf8)) { return .bitmap }
        let text = String(decoding: data.prefix(1024), as: UTF8.self).drop { $0.isWhitespace || $0 == "\u{FEFF}" }
        let isDocument = text.hasPrefix("<?xml") || text.hasPrefix("<!--") || text.hasPrefix("<!DOCTYPE svg")
        return text.prefixMatch(of: /<svg[\s>\/]/) != nil || (isDocument && text.contains(/<svg[\s>\/]/)) ? .svg : nil
    }
}
