/// The origins that shared tokens are held for, so that requests to others need not be looked at closely.
struct HeldOrigins: Sendable {
    private struct Entry: Sendable {
        var origin: Origin
        /// What its URLs have behind the user, in lower case. The port is left out: it can be spelled in many ways.
        var host: [UInt8]
        /// How many scopes of it hold a token.
        var scopes: Int
    }

    private var entries: [Entry] = []

    /// With more of them, going through all takes longer than looking closely.
    private static let most = 8

    var isEmpty: Bool { entries.isEmpty }

    /// Notes that a scope of this origin got a token, or that its token is over.
    mutating func note(_ origin: Origin, holdsToken: Bool) {
        let index = entries.firstIndex { $0.origin == origin }
        if let index {
            entries[index].scopes += holdsToken ? 1 : -1
            if entries[index].scopes == 0 { entries.remove(at: index) }
        } else if holdsToken {
            // Of an address in brackets the bracket is left, which is enough for a first look.
            let host = origin.description.place.prefix { $0 != UInt8(ascii: ":") }
            entries.append(Entry(origin: origin, host: Array(host), scopes: 1))
        }
    }

    /// Whether one of them may be the origin of a URL, going by its text. It never says no where one is, and takes no
    /// longer where path and query are long.
    func mayHaveOrigin(ofURL text: String) -> Bool {
        guard entries.count <= Self.most else { return true }
        let place = text.place
        return entries.contains { place.starts(with: $0.host) { $0.asciiLowercased == $1 } }
    }
}

extension String {
    /// Host and port of a URL that has them: a scheme has no slash in it.
    fileprivate var place: Substring.UTF8View { utf8.drop { $0 != UInt8(ascii: "/") }.dropFirst(2).hostAndPort }
}
