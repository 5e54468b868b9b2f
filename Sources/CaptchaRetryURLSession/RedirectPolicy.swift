import CaptchaRetry
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Says where a request goes when the upstream redirects it, and what it takes along.
///
/// To the same origin everything goes, body included. On the way to another one all that the edits changed is put back
/// to what the caller had, and `Authorization`, `Cookie` and `Host` are left behind. What was left behind does not come
/// back, even if a later redirect leads home.
struct RedirectPolicy {
    /// As many as URLSession itself follows.
    static let limit = 20

    private let original: URLRequest
    private let edited: URLRequest
    private var followed = 0
    private var hasLeftOrigin = false

    init(original: URLRequest, edited: URLRequest) {
        self.original = original
        self.edited = edited
    }

    /// The request that follows a redirect, or `nil` if the redirect is for the caller to deal with.
    ///
    /// - Parameters:
    ///   - response: The redirect.
    ///   - request: What it answers.
    ///   - proposed: What the session would send. It is used for its URL, where the response's cannot be read.
    /// - Throws: `URLError.httpTooManyRedirects` when there is no end to it.
    mutating func next(
        after response: HTTPURLResponse, to request: URLRequest, proposed: URLRequest
    ) throws(URLError) -> URLRequest? {
        guard var target = Self.target(of: response, to: request) ?? proposed.url?.absoluteURL,
            let scheme = target.scheme, ["http", "https"].contains(scheme), let origin = Origin(target),
            var next = Self.repeated(request, after: response.statusCode)
        else { return nil }
        if origin != request.url.flatMap(Origin.init) {
            hasLeftOrigin = true
            for name in ["Authorization", "Cookie", "Host"] { next.setValue(nil, forHTTPHeaderField: name) }
        }
        if hasLeftOrigin {
            let traces = EditTraces(of: edited, from: original)
            traces.undo(in: &next)
            guard let clean = traces.removed(from: target) else { return nil }
            target = clean
        }
        followed += 1
        if followed > Self.limit { throw URLError(.httpTooManyRedirects) }
        next.url = target
        return next
    }

    /// Where the response points to. Linux would resolve a relative path against the root.
    private static func target(of response: HTTPURLResponse, to request: URLRequest) -> URL? {
        guard let location = response.value(forHTTPHeaderField: "Location"),
            let url = URL(string: location, relativeTo: request.url)?.absoluteURL, let scheme = url.scheme
        else { return nil }
        // Linux does not know `HTTP:`.
        let text = scheme.lowercased() + url.absoluteString.dropFirst(scheme.count)
        return URL(string: text)
    }

    /// The request with the method that the status asks for, or `nil` if it cannot be sent again.
    private static func repeated(_ request: URLRequest, after status: Int) -> URLRequest? {
        let method = request.httpMethod?.uppercased() ?? "GET"
        switch status {
        case 301, 302:
            return method == "POST" ? turnedIntoGet(request) : sendable(request)
        case 303:
            return method == "HEAD" ? request : turnedIntoGet(request)
        case 307, 308:
            return sendable(request)
        default:
            return nil
        }
    }

    private static func sendable(_ request: URLRequest) -> URLRequest? {
        request.replayableBody == .oneShot ? nil : request
    }

    private static func turnedIntoGet(_ request: URLRequest) -> URLRequest {
        var get = request
        get.httpMethod = "GET"
        get.replayableBody = .none
        for name in request.allHTTPHeaderFields?.keys ?? [:].keys where describesBody(name) {
            get.setValue(nil, forHTTPHeaderField: name)
        }
        return get
    }

    private static func describesBody(_ name: String) -> Bool {
        let name = name.lowercased()
        return name.hasPrefix("content-") || name == "transfer-encoding"
    }
}
