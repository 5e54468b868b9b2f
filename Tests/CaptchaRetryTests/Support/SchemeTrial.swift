import CaptchaRetry
import CaptchaRetryTesting
import Foundation
import Testing

/// What schemes make of one answer of an upstream, seen from outside.
struct SchemeTrial {
    /// What the solver was asked, if it was.
    var challenge: CaptchaChallenge?
    /// The last request that the upstream got.
    var lastRequest: UpstreamRequest?
    /// What came back to the caller.
    var response: PlainResponse
    /// What was reported.
    var events: [CaptchaEvent.Kind]

    /// Sends a request that is answered with `answer` first and with success then.
    init(
        _ schemes: [any CaptchaScheme], _ answer: UpstreamAnswer, to request: PlainRequest = .get,
        token: String = "t+/="
    ) async throws {
        let (log, solver) = (EventLog(), StubSolver(token: token))
        let upstream = ScriptedUpstream(answers: [answer, .ok])
        let retry = CaptchaRetry(schemes: schemes, solver: solver, onEvent: log.add)
        response = try await retry.perform(request, send: upstream.send)
        challenge = solver.asked.first
        lastRequest = upstream.requests.last
        events = log.kinds
    }

    /// The body of the last request.
    var body: String? { lastRequest.map { String(decoding: $0.body, as: UTF8.self) } }

    /// Expects that the answer comes back equal, and that nobody was asked.
    ///
    /// - Parameter reported: whether it is a captcha error, though none that can be answered.
    static func expectUntouched(
        _ schemes: [any CaptchaScheme], _ answer: UpstreamAnswer, to request: PlainRequest = .get,
        reported: Bool = false, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let plain = try await ScriptedUpstream(answers: [answer]).send(request)
        let trial = try await SchemeTrial(schemes, answer, to: request)
        #expect(trial.response == plain, sourceLocation: sourceLocation)
        #expect(trial.challenge == nil, sourceLocation: sourceLocation)
        #expect(trial.events == (reported ? [.challenged, .passedThrough] : []), sourceLocation: sourceLocation)
    }
}

extension PlainRequest {
    /// A request with a JSON body.
    static func post(json: String, to address: String = "https://api.example/items?page=1") -> PlainRequest {
        PlainRequest(
            "POST", url: URL(string: address), headerFields: ["Content-Type": "application/json"],
            body: .data(Data(json.utf8)))
    }

    /// A request with a form body.
    static func post(form: String, to address: String = "https://api.example/items?page=1") -> PlainRequest {
        PlainRequest(
            "POST", url: URL(string: address), headerFields: ["Content-Type": "application/x-www-form-urlencoded"],
            body: .data(Data(form.utf8)))
    }
}
