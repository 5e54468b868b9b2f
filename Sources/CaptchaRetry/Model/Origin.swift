#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// Where a request goes, as far as a captcha token is concerned: scheme, host and port of its URL.
///
/// A token goes only to the origin that asked for it. The default port is left out, and scheme and host are in lower
/// case, so that two spellings of one origin are equal.
public struct Origin: Hashable, Sendable, Codable, CustomStringConvertible {
    /// The origin as text, such as `https://api.vk.ru` or `http://127.0.0.1:8080`.
    public let description: String

    /// The origin of a URL.
    ///
    /// - Parameter url: An absolute URL; `nil` comes back for one without a scheme or a host.
    public init?(_ url: URL) {
        guard let scheme = url.scheme?.lowercased() else { return nil }
        // Read from the text: `URL.host` decodes, so that `a%2Fb` would name a path and `api.vk.ru%23.x.com` another
        // host. A host that is spelled with escapes is a different one here, and gets no token.
        let afterScheme = url.absoluteString.utf8.dropFirst(scheme.utf8.count)
        guard afterScheme.starts(with: "://".utf8) else { return nil }
        let place = afterScheme.dropFirst(3).hostAndPort
        // The colons of an IPv6 address stand between brackets.
        let colon = place.lastIndex(of: UInt8(ascii: ":")).flatMap {
            place[$0...].contains(UInt8(ascii: "]")) ? nil : $0
        }
        let host = place[..<(colon ?? place.endIndex)].map(\.asciiLowercased)
        let port = colon.map { place[$0...].dropFirst().drop { $0 == UInt8(ascii: "0") } } ?? place[place.endIndex...]
        guard !host.isEmpty, port.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        let name = String(decoding: host, as: UTF8.self)
        let number = String(decoding: port, as: UTF8.self)
        let hasPort = !number.isEmpty && number != Self.defaultPort(of: scheme)
        description = "\(scheme)://\(name)" + (hasPort ? ":\(number)" : "")
    }

    /// Decodes the origin from its text.
    ///
    /// - Throws: `DecodingError.dataCorrupted` for a text that is not a URL with a scheme and a host.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let url = URL(string: text), let origin = Origin(url) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "not an origin")
        }
        self = origin
    }

    /// Encodes the origin as its text.
    ///
    /// - Throws: What the encoder throws.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }

    private static func defaultPort(of scheme: String) -> String? {
        switch scheme {
        case "http", "ws": "80"
        case "https", "wss": "443"
        default: nil
        }
    }
}

extension Substring.UTF8View {
    /// Host and port, where this is what a URL has behind its `://`.
    var hostAndPort: Substring.UTF8View {
        let authority = prefix { $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
        return authority.lastIndex(of: UInt8(ascii: "@")).map { authority[$0...].dropFirst() } ?? authority
    }
}
