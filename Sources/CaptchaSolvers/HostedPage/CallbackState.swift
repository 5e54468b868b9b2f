import Foundation

/// The value that tells a return to one visit from all others, as RFC 6749 has it: `state` in the callback's query.
struct CallbackState: Sendable {
    private static let name = "state"

    private let secret = RandomSecret()

    /// The callback with the state in its query, or `nil` if it is no URL that can have one.
    func added(to callback: URL) -> URL? {
        guard var parts = URLComponents(url: callback, resolvingAgainstBaseURL: true) else { return nil }
        let query = parts.percentEncodedQuery.map { $0 + "&" } ?? ""
        parts.percentEncodedQuery = query + "\(Self.name)=\(secret.text)"
        return parts.url
    }

    /// Whether a URL has it, and no other beside it.
    func isIn(_ url: URL) -> Bool {
        let items = URLComponents(url: url, resolvingAgainstBaseURL: true)?.queryItems ?? []
        let states = items.filter { $0.name == Self.name }.map { $0.value ?? "" }
        return states.count == 1 && secret.matches(states[0])
    }
}
