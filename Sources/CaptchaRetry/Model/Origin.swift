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
        guard let scheme = url.scheme?.lowercased(), let host = url.host?.lowercased(), !host.isEmpty else {
            return nil
        }
        // `URL.host` gives an IPv6 address without its brackets.
        let name = host.contains(":") ? "[\(host)]" : host
        if let port = url.port, port != Self.defaultPort(of: scheme) {
            description = "\(scheme)://\(name):\(port)"
        } else {
            description = "\(scheme)://\(name)"
        }
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
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }

    private static func defaultPort(of scheme: String) -> Int? {
        switch scheme {
        case "http", "ws": 80
        case "https", "wss": 443
        default: nil
        }
    }
}
