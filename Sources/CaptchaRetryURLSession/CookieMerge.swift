import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Adds the cookies of the storage to those that a request brings along.
///
/// A session would put the storage's cookies in their place, and a token that is a cookie would be lost.
struct CookieMerge: Sendable {
    private let storage: HTTPCookieStorage?

    /// - Parameter configuration: As the caller made it.
    init(_ configuration: URLSessionConfiguration) {
        storage = configuration.httpShouldSetCookies ? configuration.httpCookieStorage : nil
    }

    /// Adds what fits to the request's `Cookie` field, unless its `httpShouldHandleCookies` says no.
    func attach(to request: inout URLRequest) {
        guard request.httpShouldHandleCookies, let storage, let url = request.url else { return }
        guard let stored = storage.cookies(for: url), !stored.isEmpty else { return }
        let own = request.value(forHTTPHeaderField: "Cookie")
        request.setValue(Self.field(own: own, stored: stored, for: url), forHTTPHeaderField: "Cookie")
    }

    /// The value of the `Cookie` field. Of a name that is in both, the request's own cookie stays.
    static func field(own: String?, stored: [HTTPCookie], for url: URL, at now: Date = Date()) -> String? {
        let pairs = (own ?? "").split(separator: ";").map { $0.trimmingCharacters(in: .whitespaces) }
        let names = Set(pairs.map { $0.prefix { $0 != "=" } })
        let added = stored.filter { isFit($0, for: url, at: now) && !names.contains($0.name[...]) }
            // As RFC 6265 has it: longer paths first. The names only make the order the same each time.
            .sorted { ($1.path.count, $0.name) < ($0.path.count, $1.name) }
        let kept = own.flatMap { $0.isEmpty ? nil : $0 }
        let fields = [kept, HTTPCookie.requestHeaderFields(with: added)["Cookie"]].compactMap { $0 }
        return fields.isEmpty ? nil : fields.joined(separator: "; ")
    }

    /// On Linux a storage looks at nothing but the host.
    private static func isFit(_ cookie: HTTPCookie, for url: URL, at now: Date) -> Bool {
        if cookie.isSecure, url.scheme?.lowercased() != "https" { return false }
        if let expires = cookie.expiresDate, expires <= now { return false }
        let path = url.path.isEmpty ? "/" : url.path
        return path == cookie.path || path.hasPrefix(cookie.path.hasSuffix("/") ? cookie.path : cookie.path + "/")
    }
}
