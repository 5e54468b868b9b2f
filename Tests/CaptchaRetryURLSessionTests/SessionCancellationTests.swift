import CaptchaRetry
import CaptchaRetryTesting
import Foundation
import Testing

@testable import CaptchaRetryURLSession

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite("Cancelling a session's calls", .timeLimit(.minutes(60)))
struct SessionCancellationTests {
    @Test("A call whose upstream never answers leaves at once, with CancellationError (rule 21)")
    func whileWaiting() async throws {
        let gate = Gate()
        defer { gate.open() }
        try await LoopbackUpstream.withUpstream { _ in
            await gate.wait()
            return .text("late")
        } run: { upstream in
            let session = CaptchaRetryingSession()
            let request = try URLRequest.to("/", of: upstream, "POST", body: "a")
            let call = Task { try await session.data(for: request) }
            await upstream.waitForRequests()
            call.cancel()
            await #expect(throws: CancellationError.self) { try await call.value }
        }
    }

    @Test("In a task that is cancelled already nothing is sent")
    func beforeTheStart() async throws {
        try await LoopbackUpstream.withUpstream { _ in
            .text("answer")
        } run: { upstream in
            let transport = SessionTransport(configuration: .patient)
            let request = try URLRequest.to("/", of: upstream)
            for _ in 0..<200 {
                let call = Task {
                    while !Task.isCancelled { await Task.yield() }
                    return try await transport.send(request, original: request)
                }
                call.cancel()
                await #expect(throws: CancellationError.self) { try await call.value }
            }
            #expect(upstream.requests.isEmpty)
        }
    }

    @Test("A call is cancelled while its captcha is being solved, and the solver's task with it (rule 15)")
    func whileSolving() async throws {
        let answers = [UpstreamAnswer.json(#"{"captcha": 1}"#, status: 403)]
        try await LoopbackUpstream.withUpstream(answers: answers) { upstream in
            let gate = Gate()
            let wasCancelled = Gate()
            let solver = StubSolver { _ in
                if await !gate.wait() { wasCancelled.open() }
                throw CaptchaHandlingError(.cancelled)
            }
            let session = CaptchaRetryingSession(
                configuration: .patient, retry: CaptchaRetry(schemes: [TokenScheme()], solver: solver))
            let request = try URLRequest.to("/", of: upstream)
            let call = Task { try await session.data(for: request) }
            await solver.waitUntilAsked()
            call.cancel()
            await #expect(throws: CancellationError.self) { try await call.value }
            await wasCancelled.wait()
            #expect(upstream.requests.count == 1)
        }
    }

    @Test("A cancelled call disturbs no other one of its session")
    func others() async throws {
        let gate = Gate()
        try await LoopbackUpstream.withUpstream { request in
            await gate.wait()
            return .text(request.path)
        } run: { upstream in
            let session = CaptchaRetryingSession()
            let calls = try (0..<4).map { number in
                let request = try URLRequest.to("/\(number)", of: upstream)
                return Task { try await session.data(for: request).0 }
            }
            await upstream.waitForRequests(4)
            calls[1].cancel()
            await #expect(throws: CancellationError.self) { try await calls[1].value }
            gate.open()
            for number in [0, 2, 3] { #expect(try await calls[number].value == Data("/\(number)".utf8)) }
        }
    }
}
