#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The structure `TokenChallenge` of RFC 9577 (section 2.1.1), as far as a client has to read it.
struct PrivateTokenChallenge: Hashable, Sendable {
    /// How the token is to be made.
    let tokenType: UInt16
    /// The host of the issuer.
    let issuer: String
    /// The hosts, with ports where they are unusual, at which the token may be redeemed; none means anywhere.
    let origins: [String]

    /// Reads the value of the parameter `challenge`: base64url, with or without padding.
    init?(base64URL text: String) {
        var base64 = text.replacing("-", with: "+").replacing("_", with: "/")
        while base64.utf8.last == UInt8(ascii: "=") { base64.removeLast() }
        base64 += String(repeating: "=", count: (4 - base64.utf8.count % 4) % 4)
        guard let data = Data(base64Encoded: base64) else { return nil }
        self.init(Array(data))
    }

    /// Reads the structure; `nil` if a length in it leads beyond its end, or something is left over.
    init?(_ bytes: [UInt8]) {
        var rest = bytes[...]
        guard let type = Self.number(2, from: &rest),
            let issuer = Self.text(2, from: &rest), !issuer.isEmpty,
            let context = Self.opaque(1, from: &rest), context.isEmpty || context.count == 32,
            let origins = Self.text(2, from: &rest), rest.isEmpty
        else { return nil }
        tokenType = UInt16(truncatingIfNeeded: type)
        self.issuer = issuer
        let names = origins.isEmpty ? [] : origins.split(separator: ",", omittingEmptySubsequences: false)
        self.origins = names.map { $0.filter { $0 != " " }.lowercased() }
    }

    /// Whether a token for it may be redeemed at this origin.
    func isFor(_ origin: Origin?) -> Bool {
        if origins.isEmpty { return true }
        guard let parts = origin?.description.split(separator: ":", maxSplits: 1), parts.count == 2 else {
            return false
        }
        let place = String(parts[1].dropFirst(2))
        let port = parts[0] == "https" ? ":443" : ":80"
        return origins.contains { $0 == place || $0 == place + port }
    }

    private static func number(_ size: Int, from rest: inout ArraySlice<UInt8>) -> Int? {
        guard rest.count >= size else { return nil }
        defer { rest = rest.dropFirst(size) }
        return rest.prefix(size).reduce(0) { $0 << 8 | Int($1) }
    }

    /// Bytes behind their count, which takes `size` bytes itself.
    private static func opaque(_ size: Int, from rest: inout ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        guard let count = number(size, from: &rest), rest.count >= count else { return nil }
        defer { rest = rest.dropFirst(count) }
        return rest.prefix(count)
    }

    /// The same, of printable ASCII.
    private static func text(_ size: Int, from rest: inout ArraySlice<UInt8>) -> String? {
        guard let bytes = opaque(size, from: &rest), bytes.allSatisfy({ (0x20...0x7E).contains($0) }) else {
            return nil
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
