import CaptchaRetry
import CaptchaRetryTesting
import Testing

/// Checks that a response comes back as it is, and that nobody is asked and nothing sent again.
///
/// - Parameter kinds: The events that go with it; none for what is no captcha at all.
func expectUntouched(
    _ answer: PlainResponse, to request: PlainRequest, by scheme: some CaptchaScheme,
    events kinds: [CaptchaEvent.Kind] = [], sourceLocation: SourceLocation = #_sourceLocation
) async throws {
    let log = EventLog()
    let solver = StubSolver(token: "token")
    let upstream = ScriptedUpstream(answers: [.response(answer)])
    let retry = CaptchaRetry(schemes: [scheme], solver: solver, onEvent: log.add)
    var response = try await retry.perform(request, send: upstream.send)
    response.url = answer.url
    #expect(response == answer, sourceLocation: sourceLocation)
    #expect(solver.asked.isEmpty && log.kinds == kinds, sourceLocation: sourceLocation)
    #expect(upstream.requests.count == 1, sourceLocation: sourceLocation)
}
