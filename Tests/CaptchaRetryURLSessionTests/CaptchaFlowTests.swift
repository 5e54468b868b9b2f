import CaptchaRetry
import CaptchaRetryTesting
import Foundation
import Testing

@testable import CaptchaRetryURLSession

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite("A captcha on the way of a session's request", .timeLimit(.minutes(60)))
struct CaptchaFlowTests {
    @Test("The replay is the same request with the token in its place (rule 5)", arguments: TokenPlace.allCases)
    func places(place: TokenPlace) async throws {
        try await LoopbackUpstream.withUpstream { request in
            let isPassed = place.token(in: request) == TokenScheme.token
            return isPassed ? .json(#"{"ok": 1}"#) : .json(#"{"captcha": 1}"#, status: 403)
        } run: { upstream in
            let session = CaptchaRetryingSession(scheme: place.scheme)
            let (text, _) = try await session.text(for: place.request("/p?b=%2B&flag", of: upstream))
            #expect(text == #"{"ok": 1}"#)
            let (first, second) = (try #require(upstream.requests.first), try #require(upstream.requests.last))
            #expect(upstream.requests.count == 2)
            #expect(first.bodyText == place.body)
            #expect(second.target.hasPrefix("/p?b=%2B&flag"))
            for name in ["Authorization", "X-Own", "Content-Type", "User-Agent"] {
                #expect(second.headerFields[name] == first.headerFields[name])
            }
            #expect(second.bodyText.hasPrefix(String(place.body.dropLast())))
        }
    }

    @Test("The body of an upload is replayed with the token in it")
    func upload() async throws {
        try await LoopbackUpstream.withUpstream { request in
            request.form["captcha_token"] == nil ? .json(#"{"captcha": 1}"#, status: 403) : .text("ok")
        } run: { upstream in
            let session = CaptchaRetryingSession(scheme: TokenPlace.form.scheme)
            let request = try URLRequest.to("/", of: upstream, "PUT", body: "replaced=1")
            _ = try await session.upload(for: request, from: Data("a=%2B".utf8))
            #expect(upstream.requests.map(\.bodyText) == ["a=%2B", "a=%2B&captcha_token=secret%2Btoken%2F1%3D%3D"])
        }
    }

    @Test("Requests that wait for a solver hold no connection")
    func connections() async throws {
        let gate = Gate()
        try await LoopbackUpstream.withUpstream { request in
            request.path == "/free" || request.headerFields["X-Captcha-Token"] != nil
                ? .text("ok") : .json(#"{"captcha": 1}"#, status: 403)
        } run: { upstream in
            let solver = StubSolver { _ in
                await gate.wait()
                return try CaptchaToken(TokenScheme.token)
            }
            let challenges = Lock(0)
            let allChallenged = Gate()
            let retry = CaptchaRetry(schemes: [TokenScheme()], solver: solver) { event in
                guard event.kind == .challenged else { return }
                let count = challenges.withLock { count in
                    count += 1
                    return count
                }
                if count == 12 { allChallenged.open() }
            }
            let session = CaptchaRetryingSession(configuration: .patient, retry: retry)
            // Twice as many as a session has connections for one host.
            let waiting = try (0..<12).map { _ in
                let request = try URLRequest.to("/", of: upstream)
                return Task { try await session.data(for: request).0 }
            }
            await allChallenged.wait()
            let (text, _) = try await session.text(for: .to("/free", of: upstream))
            #expect(text == "ok")
            gate.open()
            for task in waiting { #expect(try await task.value == Data("ok".utf8)) }
        }
    }
}
