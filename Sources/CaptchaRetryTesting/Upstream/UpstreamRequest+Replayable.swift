public import CaptchaRetry
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension UpstreamRequest {
    /// A client's request, as it would arrive.
    ///
    /// All header fields are there for a `PlainRequest` and a `URLRequest`. Another type can only be asked for fields
    /// by name: it is asked for the usual ones and for `fieldNames`. The body of a one-shot request is left empty.
    public init(_ request: some ReplayableRequest, fieldNames: [String] = []) {
        let parts = request.url.flatMap { URLComponents(url: $0, resolvingAgainstBaseURL: true) }
        let path = parts?.percentEncodedPath ?? ""
        let query = parts?.percentEncodedQuery.map { "?" + $0 } ?? ""
        var body = Data()
        if case .data(let data) = request.replayableBody { body = data }
        self.init(
            method: request.httpMethod ?? "GET", target: (path.isEmpty ? "/" : path) + query,
            headerFields: Self.headerFields(of: request, fieldNames: fieldNames), body: body,
            origin: request.url.flatMap(Origin.init))
    }

    private static let usualFieldNames = [
        "Accept", "Accept-Language", "Authorization", "Content-Type", "Cookie", "Origin", "Referer", "User-Agent",
    ]

    private static func headerFields(of request: some ReplayableRequest, fieldNames: [String]) -> HeaderFields {
        if let plain = request as? PlainRequest { return plain.headerFields }
        if let fields = (request as? URLRequest)?.allHTTPHeaderFields {
            return HeaderFields(fields.sorted { $0.key < $1.key }.map { ($0.key, $0.value) })
        }
        var found = HeaderFields()
        for name in usualFieldNames + fieldNames { found[name] = request.value(forHTTPHeaderField: name) }
        return found
    }
}
