/// The origins that shared tokens are held for, so that requests to others need not be looked at closely.
struct HeldOrigins: Sendable {
    private struct Entry: Sendable {
        var origin: Origin
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
            entries.append(Entry(origin: origin, scopes: 1))
        }
    }

    /// Whether one of them may be the origin of a URL, going by its text. It never says no where one is.
    func mayHaveOrigin(ofURL text: String) -> Bool {
        entries.count > Self.most || entries.contains { text.utf8.containsIgnoringCase($0.origin.host) }
    }
}

extension Origin {
    /// The host as it stands in the description. The port is left out: it can be spelled in many ways.
    fileprivate var host: Substring.UTF8View {
        let bytes = description.utf8
        // A scheme has no slash in it.
        let authority = bytes.drop { $0 != UInt8(ascii: "/") }.dropFirst(2)
        guard authority.first != UInt8(ascii: "[") else { return authority.prefix { $0 != UInt8(ascii: "]") } }
        return authority.prefix { $0 != UInt8(ascii: ":") }
    }
}

extension String.UTF8View {
    /// Whether these bytes, in lower case, stand anywhere in it.
    fileprivate func containsIgnoringCase(_ part: Substring.UTF8View) -> Bool {
        let found = withContiguousStorageIfAvailable { text in
            part.withContiguousStorageIfAvailable { part in
                guard let first = part.first, text.count >= part.count else { return part.isEmpty }
                return (0...text.count - part.count).contains { start in
                    text[start].asciiLowercased == first
                        && part.indices.allSatisfy { text[start + $0].asciiLowercased == part[$0] }
                }
            }
        }
        // A text that Objective-C stores otherwise may have it.
        return found.flatMap(\.self) ?? true
    }
}
