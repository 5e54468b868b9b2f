import CaptchaRetry
import CaptchaRetryTesting
import Foundation
import Testing

@testable import CaptchaRetryURLSession

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite("The life of a session", .timeLimit(.minutes(60)))
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

    @Test("A session that nobody uses any more is invalidated, also if it has given up tasks")
    func invalidation() async throws {
        let gate = Gate()
        defer { gate.open() }
        weak var delegate: SessionDelegate?
        var session: URLSession?
        try await LoopbackUpstream.withUpstream { request in
            switch request.path {
            case "/redirect": return .redirect(to: "ftp://h/")
            case "/basic": return .status(401, headerFields: ["WWW-Authenticate": "Basic realm=x"])
            default:
                await gate.wait()
                return .text("late")
            }
        } run: { upstream in
            let transport = SessionTransport(configuration: .patient)
            (delegate, session) = (transport.delegate, transport.session)
            for path in ["/redirect", "/basic"] {
                let request = try URLRequest.to(path, of: upstream)
                _ = try await transport.send(request, original: request)
            }
            let request = try URLRequest.to("/cancelled", of: upstream)
            let call = Task { try await transport.send(request, original: request) }
            await upstream.waitForRequests(3)
            call.cancel()
            _ = await call.result
        }
        // It lets go of its delegate, on queues of its own. The suite's time limit bounds the wait.
        while delegate != nil { await Task.yield() }
        #expect(session != nil)
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
}
