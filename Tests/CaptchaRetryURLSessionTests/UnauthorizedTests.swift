import CaptchaRetry
import CaptchaRetryTesting
import Foundation
import Testing

@testable import CaptchaRetryURLSession

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite("Status 401", .timeLimit(.minutes(60)))
struct UnauthorizedTests {
    @Test(
        "It arrives with its body, whatever scheme it asks for",
        arguments: [
            #"Basic realm="x""#, "Basic", "basic realm=x", #"Bearer realm="x", Basic realm="y""#, #"Digest realm="x""#,
            #"Captcha id="1""#, #"PrivateToken challenge="x", token-key="y""#, #",;=""#,
        ])
    func schemes(authenticate: String) async throws {
        try await LoopbackUpstream.withUpstream { request in
            .text("who are you?", status: 401, headerFields: ["WWW-Authenticate": authenticate])
        } run: { upstream in
            let request = try URLRequest.to("/", of: upstream, "POST", body: "a")
            let (text, response) = try await CaptchaRetryingSession().text(for: request)
            #expect(response.statusCode == 401)
            #expect(text == "who are you?")
            #expect(response.value(forHTTPHeaderField: "WWW-Authenticate") == authenticate)
            #expect(upstream.requests.count == 1)
        }
    }

    @Test("A captcha error with status 401 that asks for Basic is answered")
    func captcha() async throws {
        try await LoopbackUpstream.withUpstream { request in
            let fields: HeaderFields = ["WWW-Authenticate": "Basic realm=\"x\""]
            return request.headerFields["X-Captcha-Token"] == nil
                ? .json(#"{"captcha": 1}"#, status: 401, headerFields: fields) : .text("in")
        } run: { upstream in
            let session = CaptchaRetryingSession(scheme: TokenScheme(status: 401))
            let (text, _) = try await session.text(for: .to("/", of: upstream))
            #expect(text == "in")
        }
    }

    #if canImport(FoundationNetworking)
        @Test("A credential that the session proposes is tried, but not a second time", arguments: [0, 1])
        func credential(failures: Int) {
            let space = URLProtectionSpace(
                host: "h", port: 80, protocol: "http", realm: "x",
                authenticationMethod: NSURLAuthenticationMethodHTTPBasic)
            let challenge = URLAuthenticationChallenge(
                protectionSpace: space,
                proposedCredential: URLCredential(user: "me", password: "word", persistence: .forSession),
                previousFailureCount: failures, failureResponse: nil, error: nil, sender: Sender())
            let session = URLSession(configuration: .patient)
            let task = session.dataTask(with: URLRequest(url: URL(fileURLWithPath: "/")))
            let answers = Lock<[URLSession.AuthChallengeDisposition]>([])
            SessionDelegate().urlSession(session, task: task, didReceive: challenge) { disposition, _ in
                answers.withLock { $0.append(disposition) }
            }
            #expect(answers.withLock { $0 } == (failures == 0 ? [.performDefaultHandling] : []))
        }

        private final class Sender: NSObject, URLAuthenticationChallengeSender {
            func use(_ credential: URLCredential, for challenge: URLAuthenticationChallenge) {}
            func continueWithoutCredential(for challenge: URLAuthenticationChallenge) {}
            func cancel(_ challenge: URLAuthenticationChallenge) {}
            func performDefaultHandling(for challenge: URLAuthenticationChallenge) {}
            func rejectProtectionSpaceAndContinue(with challenge: URLAuthenticationChallenge) {}
        }
    #endif

    @Test("Other statuses with the same header field arrive as well", arguments: [403, 407, 418, 429])
    func otherStatuses(status: Int) async throws {
        try await LoopbackUpstream.withUpstream { _ in
            .text("body", status: status, headerFields: ["WWW-Authenticate": "Basic realm=\"x\""])
        } run: { upstream in
            let (text, response) = try await CaptchaRetryingSession().text(for: .to("/", of: upstream))
            #expect(response.statusCode == status && text == "body")
        }
    }
}
