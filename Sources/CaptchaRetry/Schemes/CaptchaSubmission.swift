#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// A request of the scheme's own that hands a token in, for an upstream that takes it at an endpoint of its own.
///
/// It is made from the request that was challenged, so it carries the same authentication. What is `nil` stays as it is
/// there. The client sends it as it sends everything else, after the solve and before the replay:
///
/// ```swift
/// func submission(
///     of token: CaptchaToken, answering challenge: CaptchaChallenge, to request: borrowing some ReplayableRequest
/// ) -> CaptchaSubmission? {
///     CaptchaSubmission("PUT", url: URL(string: "/v1/challenge", relativeTo: request.url), json: [
///         "captcha": token.value ?? "", "token": challenge["token"] ?? "",
///     ])
/// }
/// ```
public struct CaptchaSubmission: Hashable, Sendable {
    /// How many submissions one token may take: 8.
    public static let maximumSteps = 8

    /// The method.
    public var httpMethod: String?
    /// Where it goes. It must be the origin that was challenged: a token goes nowhere else.
    public var url: URL?
    /// The body, in place of the request's own.
    public var body: ReplayableBody?
    /// Header fields to set.
    public var headerFields: HeaderFields
    /// Edits to make in the end.
    public var edits: [RequestEdit]

    /// A submission.
    public init(
        _ httpMethod: String? = nil, url: URL? = nil, body: ReplayableBody? = nil, headerFields: HeaderFields = [:],
        edits: [RequestEdit] = []
    ) {
        self.httpMethod = httpMethod
        self.url = url
        self.body = body
        self.headerFields = headerFields
        self.edits = edits
    }

    /// A submission of strings in a JSON object.
    public init(_ httpMethod: String, url: URL?, json: KeyValuePairs<String, String>) {
        let members = json.map { "\(JSONElement.literal($0.key)):\(JSONElement.literal($0.value))" }
        self.init(
            httpMethod, url: url, body: .data(Data("{\(members.joined(separator: ","))}".utf8)),
            headerFields: ["Content-Type": "application/json"])
    }

    /// What the upstream's response to a submission means.
    public enum Verdict: Hashable, Sendable {
        /// The token is taken; the original request is replayed now.
        case accepted
        /// The token is not taken, for this reason if the upstream gives one. The solver is asked again.
        case refused(String?)
        /// The response is the result of the original request already, and there is no replay.
        case result
        /// The token is taken, but the upstream wants this request before the replay, too: a step that asks nothing of
        /// the person. There may be ``CaptchaSubmission/maximumSteps`` submissions in all.
        case next(CaptchaSubmission)
        /// Neither: the submission itself failed. The request ends with
        /// ``CaptchaHandlingError/Code/submissionFailed``.
        case failed
    }
}

extension CaptchaSubmission: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// A constant text: everything in it may be a token.
    public var description: String { "CaptchaSubmission" }

    /// The same as ``description``.
    public var debugDescription: String { description }

    /// A mirror without children.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension CaptchaSubmission {
    /// The request that hands the token in.
    func made<Request: ReplayableRequest>(from request: Request) throws(CaptchaHandlingError) -> Request {
        var made = request
        if let httpMethod { made.httpMethod = httpMethod }
        if let url { made.url = url.absoluteURL }
        if let body {
            made.replayableBody = body
            made.setValue(nil, forHTTPHeaderField: "Content-Length")
        }
        guard made.url.flatMap(Origin.init) == request.url.flatMap(Origin.init) else {
            throw CaptchaHandlingError(.submissionFailed, reason: "the token would go to another origin")
        }
        do throws(RequestEditError) {
            try made.apply(headerFields.fields.map { RequestEdit.header($0.name, $0.value) } + edits)
            return made
        } catch {
            throw CaptchaHandlingError(.unusableToken, reason: error.description, underlying: error)
        }
    }
}
