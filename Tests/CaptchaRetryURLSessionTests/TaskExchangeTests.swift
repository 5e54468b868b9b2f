import CaptchaRetryTesting
import Foundation
import Testing

@testable import CaptchaRetryURLSession

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite("The exchange of a task with its caller", .timeLimit(.minutes(60)))
struct TaskExchangeTests {
    private let exchange = TaskExchange(cancelling: DispatchQueue(label: "test"))

    /// Starts the exchange with a task that is let do nothing, and then does what the test says.
    private func outcome(_ then: (TaskExchange) -> Void) async throws -> DataResponse {
        let session = URLSession(configuration: .patient)
        let request = try URLRequest.to("foo://bar")
        let outcome = try await withCheckedThrowingContinuation { continuation in
            exchange.start(continuation) { session.dataTask(with: request) }
            then(exchange)
        }
        guard case .response(let response) = outcome else { throw URLError(.unknown) }
        return response
    }

    private func response(_ status: Int) throws -> HTTPURLResponse {
        let url = try #require(URL(string: "http://h/"))
        return try #require(HTTPURLResponse(url: url, statusCode: status, httpVersion: nil, headerFields: nil))
    }

    @Test("The pieces of a body are joined, and those of an earlier response are dropped")
    func pieces() async throws {
        let (unauthorized, ok) = (try response(401), try response(200))
        let answer = try await outcome { exchange in
            exchange.receive(unauthorized)
            exchange.receive(Data("no".utf8))
            exchange.receive(ok)
            exchange.receive(Data("yes ".utf8))
            exchange.receive(Data("sir".utf8))
            exchange.complete(unauthorized, error: nil)
        }
        #expect(answer.status == 200)
        #expect(answer.data == Data("yes sir".utf8))
    }

    @Test("The first end counts, and whatever comes later is dropped")
    func firstEnd() async throws {
        let (ok, moved, request) = (try response(200), try response(302), try URLRequest.to("http://h/"))
        let answer = try await outcome { exchange in
            exchange.complete(ok, error: nil)
            exchange.cancel()
            exchange.redirect(moved, proposed: request)
            exchange.receive(Data("late".utf8))
            exchange.complete(nil, error: URLError(.cancelled))
        }
        #expect(answer.status == 200)
        #expect(answer.data.isEmpty)
    }

    @Test("An end without a response and without an error is badServerResponse")
    func nothing() async throws {
        let error = await #expect(throws: URLError.self) {
            try await outcome { $0.complete(nil, error: nil) }
        }
        #expect(error?.code == .badServerResponse)
    }

    @Test("A caller who is cancelled before the task is made sends nothing")
    func betweenCheckAndTask() async throws {
        exchange.cancel()
        await #expect(throws: CancellationError.self) {
            try await withCheckedThrowingContinuation { continuation in
                exchange.start(continuation) {
                    Issue.record("a task was made")
                    return URLSession.shared.dataTask(with: URLRequest(url: URL(fileURLWithPath: "/")))
                }
            }
        }
    }

    @Test("A caller who is cancelled while the task is made sends nothing, and the task ends")
    func whileTheTaskIsMade() async throws {
        let upstream = LoopbackUpstream { _ in .text("answer") }
        try upstream.start()
        defer { upstream.stop() }
        let delegate = EndRecorder()
        let session = URLSession(configuration: .patient, delegate: delegate, delegateQueue: nil)
        let request = try URLRequest.to("/", of: upstream)
        await #expect(throws: CancellationError.self) {
            try await withCheckedThrowingContinuation { continuation in
                exchange.start(continuation) {
                    let task = session.dataTask(with: request)
                    exchange.cancel()
                    return task
                }
            }
        }
        await delegate.ended.wait()
        #expect(upstream.requests.isEmpty)
        session.finishTasksAndInvalidate()
    }

    private final class EndRecorder: NSObject, URLSessionDataDelegate {
        let ended = Gate()

        func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
            ended.open()
        }
    }
}
