public import Foundation

/// A request to a provider, as a plain value. It holds the secret and the token, so never log it by its parts.
public struct VerificationRequest: Hashable, Sendable {
    /// `POST` or `GET`.
    public var method: String
    /// Where it goes.
    public var url: URL
    /// The header fields, by their names. Where they say nothing of it, a request is made to accept JSON.
    public var headerFields: [String: String]
    /// The body; empty for a `GET`.
    public var body: Data
    /// The largest answer that is of any use, in bytes: 64 KiB. Providers answer with less than one.
    ///
    /// A transport may stop reading when there is more, and return what it has; it is not looked at.
    public var answerLimit: Int

    /// A request.
    public init(
        method: String = "POST", url: URL, headerFields: [String: String] = [:], body: Data = Data(),
        answerLimit: Int = 64 * 1024
    ) {
        self.method = method
        self.url = url
        self.headerFields = headerFields
        if !headerFields.keys.contains(where: { $0.lowercased() == "accept" }) {
            self.headerFields["Accept"] = "application/json"
        }
        self.body = body
        self.answerLimit = answerLimit
    }

    /// A request with a form in its body; fields that are `nil` are left out.
    public init(form fields: [(name: String, value: String?)], to endpoint: URL) {
        self.init(url: endpoint, body: Data(FormEncoding.encode(fields).utf8))
        headerFields["Content-Type"] = "application/x-www-form-urlencoded"
    }

    /// A request with these parameters in its query, behind those of the endpoint, and no body; those that are `nil` are
    /// left out.
    ///
    /// Returns `nil` where the endpoint is not a URL that can have a query.
    public init?(query fields: [(name: String, value: String?)], to endpoint: URL) {
        guard var parts = URLComponents(url: endpoint, resolvingAgainstBaseURL: true) else { return nil }
        let ownQuery = parts.percentEncodedQuery.flatMap { $0.isEmpty ? nil : $0 + "&" } ?? ""
        // Legal by construction: the encoding leaves nothing but unreserved characters.
        parts.percentEncodedQuery = ownQuery + FormEncoding.encode(fields)
        guard let url = parts.url else { return nil }
        self.init(method: "GET", url: url)
    }

    /// A request with JSON in its body.
    public init?(json value: some Encodable, to endpoint: URL) {
        guard let body = try? JSONEncoder().encode(value) else { return nil }
        self.init(url: endpoint, body: body)
        headerFields["Content-Type"] = "application/json"
    }
}

extension VerificationRequest: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Method, host and size: the query, the header fields and the body may hold the secret and the token.
    public var description: String { "\(method) to \(url.host ?? "no host"), \(body.count) bytes" }

    /// The same as ``description``.
    public var debugDescription: String { description }

    /// A mirror without children.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
