import CaptchaRetry
import CaptchaRetryTesting
import Foundation
import Testing

@testable import CaptchaRetryURLSession

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite("What a session throws", .timeLimit(.minutes(60)))
struct SessionErrorTests {
    @Test("A port that nobody listens on is cannotConnectToHost")
    func refused() async throws {
        let port = try await LoopbackUpstream.withUpstream(answers: []) { $0.port }
        let code = try await CaptchaRetryingSession().failure(for: .to("http://127.0.0.1:\(port)/"))
        #expect(code == .cannotConnectToHost)
    }

    @Test("An upstream that hangs up without an answer is a URLError, and the token counts as spent (rule 8)")
    func emptyReply() async throws {
        try await LoopbackUpstream.withUpstream(
            answers: [.json(#"{"captcha": 1}"#, status: 403), .dropConnection]
        ) { upstream in
            let solver = StubSolver(token: TokenScheme.token)
            let session = CaptchaRetryingSession(
                configuration: .patient, retry: CaptchaRetry(schemes: [TokenScheme()], solver: solver))
            // Without a connection that is kept alive, since a GET would be sent once more on a new one.
            let code = try await session.failure(for: .to("/", of: upstream, headers: ["Connection": "close"]))
            #expect(code != nil)
            #expect(solver.told.map(\.outcome) == [.undetermined])
            #expect(upstream.requests.count == 2)
        }
    }

    @Test("A body that breaks off is a URLError")
    func truncated() async throws {
        let answer = UpstreamAnswer.truncated(PlainResponse(body: Data("whole body".utf8)), afterBytes: 5)
        try await LoopbackUpstream.withUpstream(answers: [answer]) { upstream in
            let code = try await CaptchaRetryingSession().failure(for: .to("/", of: upstream))
            #expect(code != nil)
        }
    }

    @Test("A URL of an unknown kind is unsupportedURL, one without a host is badURL, and none is unsupportedURL")
    func unsupportedURLs() async throws {
        let session = CaptchaRetryingSession()
        #expect(try await session.failure(for: .to("foo://bar")) == .unsupportedURL)
        #expect(try await session.failure(for: .to("/relative")) == .unsupportedURL)
        #expect(try await session.failure(for: .to("http:///x")) == .badURL)
        var request = try URLRequest.to("http://h/")
        request.url = nil
        #expect(try await session.failure(for: request) == .unsupportedURL)
    }

    @Test("A GET with a body is dataLengthExceedsMaximum")
    func getWithBody() async throws {
        try await LoopbackUpstream.withUpstream(answers: []) { upstream in
            let code = try await CaptchaRetryingSession().failure(for: .to("/", of: upstream, body: "a"))
            #expect(code == .dataLengthExceedsMaximum)
            #expect(upstream.requests.isEmpty)
        }
    }

    @Test("A body stream is sent, but its request is refused before anybody is asked (rule 6)")
    func bodyStream() async throws {
        try await LoopbackUpstream.withUpstream(answers: [.json(#"{"captcha": 1}"#, status: 403)]) { upstream in
            let solver = StubSolver(token: TokenScheme.token)
            let session = CaptchaRetryingSession(
                configuration: .patient, retry: CaptchaRetry(schemes: [TokenScheme()], solver: solver))
            var request = try URLRequest.to("/", of: upstream, "POST")
            request.httpBodyStream = InputStream(data: Data("streamed".utf8))
            let error = await #expect(throws: CaptchaHandlingError.self) { try await session.data(for: request) }
            #expect(error?.code == .requestNotReplayable)
            #expect(error?.lastResponse?.status == 403)
            #expect(solver.asked.isEmpty)
            #expect(upstream.requests.map(\.bodyText) == ["streamed"])
        }
    }

    @Test("A connection lost under a request with a body is networkConnectionLost at once, and the body goes out once")
    func lostConnection() async throws {
        try await LoopbackUpstream.withUpstream(answers: [.text("kept alive"), .dropConnection]) { upstream in
            let session = CaptchaRetryingSession()
            let request = try URLRequest.to("/", of: upstream, "POST", body: "a=1")
            _ = try await session.data(for: request)
            #expect(try await session.failure(for: request) == .networkConnectionLost)
            #expect(upstream.requests.count == 2)
        }
    }

    #if canImport(FoundationNetworking)
        @Test("A timeout is timedOut, and the session goes on")
        func timeout() async throws {
            let gate = Gate()
            try await LoopbackUpstream.withUpstream { request in
                if request.path == "/stuck" { await gate.wait() }
                return .text("answer")
            } run: { upstream in
                let session = CaptchaRetryingSession()
                var request = try URLRequest.to("/stuck", of: upstream)
                // None at all on Linux, so that there is nothing to wait for.
                request.timeoutInterval = 0
                #expect(try await session.failure(for: request) == .timedOut)
                gate.open()
                #expect(try await session.text(for: .to("/", of: upstream)).text == "answer")
            }
        }

        @Test(
            "A timeout is rounded up to whole seconds, and kept to what Linux can count",
            arguments: [
                (0, 0), (0.1, 1), (1, 1), (1.5, 2), (60, 60), (-5, 0), (-0.5, 0), (1e9, 1e9), (1e15, 1e9),
                (TimeInterval.infinity, 1e9), (-.infinity, 1e9), (.nan, 1e9),
            ])
        func acceptableTimeouts(timeout: TimeInterval, expected: TimeInterval) {
            #expect(timeout.acceptableTimeout == expected)
        }

        @Test(
            "A timeout that would stop the process is a long one, of a request and of a configuration",
            arguments: [TimeInterval.infinity, -.infinity, .greatestFiniteMagnitude, .nan])
        func oddTimeouts(timeout: TimeInterval) async throws {
            try await LoopbackUpstream.withUpstream { _ in
                .text("answer")
            } run: { upstream in
                let configuration = URLSessionConfiguration.patient
                configuration.timeoutIntervalForRequest = timeout
                let session = CaptchaRetryingSession(configuration)
                #expect(try await session.text(for: .to("/", of: upstream)).text == "answer")
                var request = try URLRequest.to("/", of: upstream)
                request.timeoutInterval = timeout
                #expect(try await session.text(for: request).text == "answer")
            }
        }
    #endif
}
