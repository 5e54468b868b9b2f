public import CaptchaRetry
import Foundation
import LoopbackHTTP

/// An upstream in memory: it answers by a rule, or from a list, and remembers every request.
///
/// ```swift
/// let upstream = ScriptedUpstream { request in
///     request.form["captcha_key"] == "right" ? .json(#"{"response": 1}"#) : .json(challenge)
/// }
/// let retry = CaptchaRetry(schemes: [.vk], solver: StubSolver(token: "right"))
/// let response = try await retry.perform(request, send: upstream.send)
/// #expect(response.status == 200)
/// #expect(upstream.requests.count == 2)
/// ```
///
/// Use ``LoopbackUpstream`` with the same rule to test a client that speaks HTTP itself.
public final class ScriptedUpstream: Sendable {
    private let script: UpstreamScript

    /// An upstream that answers by a rule. What the rule throws is thrown by ``send(_:)-(ReplayableRequest)``.
    public init(_ rule: @escaping UpstreamRule) { script = UpstreamScript(rule) }

    /// An upstream that gives these answers, in the order of the requests, and status 500 when they are used up.
    public init(answers: [UpstreamAnswer]) { script = UpstreamScript(answers: answers) }

    /// All requests so far, in the order in which they came; also those that are not answered yet.
    public var requests: [UpstreamRequest] { script.requests }

    /// Suspends until that many requests have come, counted from the first, or the calling task is cancelled.
    public func waitForRequests(_ count: Int = 1) async { await script.waitForRequests(count) }

    /// Hands over a request of any client.
    ///
    /// - Throws: `CancellationError` if the task is cancelled before there is an answer, ``UpstreamConnectionError`` for
    ///   an answer that is a failure of the connection, or what the rule throws.
    public func send(_ request: some ReplayableRequest) async throws -> PlainResponse {
        var response = try await send(UpstreamRequest(request))
        response.url = response.url ?? request.url
        return response
    }

    /// Hands over a request as the upstream sees it.
    ///
    /// - Throws: The same as ``send(_:)-(ReplayableRequest)``.
    public func send(_ request: UpstreamRequest) async throws -> PlainResponse {
        // A client does not send for a task that is cancelled; so it is not recorded either.
        try Task.checkCancellation()
        let answer: UpstreamAnswer
        do {
            answer = try await script.answer(request)
        } catch {
            try Task.checkCancellation()
            throw error
        }
        try Task.checkCancellation()
        switch answer.kind {
        case .response(var response):
            if request.method == "HEAD" { response.body = Data() }
            return response
        case .truncated: throw UpstreamConnectionError.truncated
        case .raw: throw UpstreamConnectionError.notHTTP
        case .dropConnection: throw UpstreamConnectionError.dropped
        }
    }
}
