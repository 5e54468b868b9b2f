import CaptchaRetry
import CaptchaRetryTesting
import Foundation
import Testing

@testable import CaptchaRetryURLSession

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite("URLProtocol mocks", .timeLimit(.minutes(60)))
struct MockProtocolTests {
    @Test("A mock answers, challenges, and sees the replay with its token, its body and its own timeout")
    func captcha() async throws {
        let seen = Lock<[URLRequest]>([])
        let configuration = MockProtocol.configuration(for: "flow.mock") { request in
            seen.withLock { $0.append(request) }
            return request.value(forHTTPHeaderField: "X-Captcha-Token") == nil
                ? (403, #"{"captcha": 1}"#) : (200, "passed")
        }
        var request = try URLRequest.to("http://flow.mock/", "POST", body: "a=1")
        request.timeoutInterval = 7
        let (text, response) = try await CaptchaRetryingSession(configuration).text(for: request)
        #expect(text == "passed")
        #expect(response.value(forHTTPHeaderField: "X-Mock") == "1")
        let requests = seen.withLock { $0 }
        #expect(requests.map(\.timeoutInterval) == [7, 7])
        #if canImport(FoundationNetworking)
            #expect(requests.map(\.bodyText) == ["a=1", "a=1"])
        #endif
    }

    @Test("A mock that hangs is stopped by a cancellation")
    func hanging() async throws {
        let (started, stopped) = (Gate(), Gate())
        let configuration = MockProtocol.configuration(for: "hang.mock", onStop: { stopped.open() }) { _ in
            started.open()
            return nil
        }
        let session = CaptchaRetryingSession(configuration)
        let request = try URLRequest.to("http://hang.mock/")
        let call = Task { try await session.data(for: request) }
        await started.wait()
        call.cancel()
        await #expect(throws: CancellationError.self) { try await call.value }
        await stopped.wait()
    }

    @Test(
        "A mock's error comes through, cancelled too while the caller is not",
        arguments: [URLError.Code.timedOut, .cancelled, .notConnectedToInternet])
    func errors(code: URLError.Code) async throws {
        let host = "error\(-code.rawValue).mock"
        let configuration = MockProtocol.configuration(for: host) { _ throws(URLError) in throw URLError(code) }
        let failure = try await CaptchaRetryingSession(configuration).failure(for: .to("http://\(host)/"))
        #expect(failure == code)
    }
}
