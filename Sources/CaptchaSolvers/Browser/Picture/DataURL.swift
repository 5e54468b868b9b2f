import Foundation

/// A `data:` URL (RFC 2397): content that stands in its own address.
struct DataURL: Hashable, Sendable {
    let data: Data

    /// - Returns: `nil` if it is not one, or holds more than so many bytes.
    init?(_ url: URL, maximumSize: Int) {
        let text = url.absoluteString
        guard text.utf8.count <= maximumSize * 3 + 256, text.lowercased().hasPrefix("data:"),
            let comma = text.firstIndex(of: ",")
        else { return nil }
        let head = text[..<comma].dropFirst("data:".count)
        let body = Data(text[text.index(after: comma)...].utf8.percentDecoded())
        if head.lowercased().hasSuffix(";base64") {
            guard let data = Data(base64Encoded: body, options: .ignoreUnknownCharacters) else { return nil }
            self.data = data
        } else {
            data = body
        }
        guard data.count <= maximumSize else { return nil }
    }
}
