import CaptchaRetry
import CaptchaRetryTesting
import Foundation
import Testing

@testable import CaptchaRetryURLSession

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite("The life of a session", .timeLimit(.minutes(1)))
struct SessionLifetimeTests {
    @Test("A call goes on when the last value of its session is gone")
    func callOutlivesValue() async throws {
        let gate = Gate()
        try await LoopbackUpstream.withUpstream { _ in
            await gate.wait()
            return .text("answer")
        } run: { upstream in
            let request = try URLRequest.to("/", of: upstream)
            let call = Task { try await CaptchaRetryingSession().data(for: request).0 }
            await upstream.waitForRequests()
            gate.open()
            #expect(try await call.value == Data("answer".utf8))
        }
    }

    @Test("A session that nobody uses any more is invalidated, and its delegate goes")
    func invalidation() async throws {
        weak var delegate: SessionDelegate?
        weak var transport: SessionTransport?
        try await LoopbackUpstream.withUpstream { _ in
            .redirect(to: "ftp://h/")
        } run: { upstream in
            let request = try URLRequest.to("/", of: upstream)
            try await use(request) {
                transport = $0
                delegate = $0.delegate
            }
        }
        // Invalidating is the session's own business, on its own queues; the suite's time limit bounds the wait.
        while delegate != nil { await Task.yield() }
        #expect(transport == nil)
    }

    @Test("A hundred sessions are made, used, and dropped with a call under way")
    func many() async throws {
        try await LoopbackUpstream.withUpstream { _ in
            .text("answer")
        } run: { upstream in
            for number in 0..<100 {
                let request = try URLRequest.to("/\(number)", of: upstream)
                let call = Task { try await CaptchaRetryingSession().data(for: request).0 }
                if number.isMultiple(of: 3) {
                    call.cancel()
                    _ = await call.result
                } else {
                    #expect(try await call.value == Data("answer".utf8))
                }
            }
        }
    }

    private func use(_ request: URLRequest, _ look: (SessionTransport) -> Void) async throws {
        let transport = SessionTransport(configuration: .ephemeral)
        look(transport)
        _ = try await transport.send(request, original: request)
    }
}
