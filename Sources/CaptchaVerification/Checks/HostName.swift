import Foundation

/// A host, to compare: in lower case, without port, scheme or a last dot.
struct HostName: Hashable {
    private let name: String

    /// The host in `shop.example`, `Shop.Example:8080`, `[::1]:8080` or `https://shop.example`.
    init(_ text: String) {
        var rest = Substring(text.lowercased())
        if let scheme = rest.range(of: "://") { rest = rest[scheme.upperBound...] }
        rest = rest.prefix { $0 != "/" }
        // The colons of an IPv6 address stand between brackets, or are several.
        if let colon = rest.lastIndex(of: ":"), rest[colon...].dropFirst().allSatisfy(\.isNumber),
            rest.hasPrefix("[") || rest.firstIndex(of: ":") == colon
        {
            rest = rest[..<colon]
        }
        if rest.hasSuffix(".") { rest = rest.dropLast() }
        name = String(rest)
    }
}
