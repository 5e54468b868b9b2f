import CaptchaRetry
import Foundation
import LoopbackHTTP

/// What an upstream does with each request: look at it, wait if need be, and give an answer.
///
/// It may be called for several requests at the same time. What happens when it throws is said at the upstream that it
/// is given to.
public typealias UpstreamRule = @Sendable (UpstreamRequest) async throws -> UpstreamAnswer

/// A rule, or a list of answers, together with the record of what was asked.
final class UpstreamScript: Sendable {
    private struct State {
        var requests: [UpstreamRequest] = []
        var answers: ArraySlice<UpstreamAnswer>
    }

    private let state: Monitor<State>
    private let rule: UpstreamRule?

    init(_ rule: @escaping UpstreamRule) {
        state = Monitor(State(answers: []))
        self.rule = rule
    }

    init(answers: [UpstreamAnswer]) {
        state = Monitor(State(answers: answers[...]))
        rule = nil
    }

    var requests: [UpstreamRequest] { state.withLock { $0.requests } }

    func waitForRequests(_ count: Int) async {
        _ = await state.wait { $0.requests.count >= count }
    }

    /// Answers a request that came over a socket.
    func answer(to head: HTTPRequestHead, body: Data) async -> LoopbackAnswer {
        let request = UpstreamRequest(
            method: head.method, target: head.target, headerFields: head.headerFields, body: body,
            origin: head.headerFields["Host"].flatMap { URL(string: "http://" + $0) }.flatMap(Origin.init))
        do {
            return try await answer(request).kind
        } catch {
            // Only its type: the text of an error may quote a token.
            return UpstreamAnswer.text("the rule threw \(type(of: error))", status: 500).kind
        }
    }

    func answer(_ request: UpstreamRequest) async throws -> UpstreamAnswer {
        let next = state.withLock {
            $0.requests.append(request)
            return $0.answers.popFirst()
        }
        if let rule { return try await rule(request) }
        return next ?? .text("the script has no answer left", status: 500)
    }
}
