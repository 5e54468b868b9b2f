import AuthenticationServices
import CaptchaRetry
import CaptchaSolvers
import Foundation

/// The sessions that a test sees, in the order in which they start.
@MainActor
final class Browser {
    private var starts: AsyncStream<StubBrowserSession>.Iterator

    private init(_ starts: AsyncStream<StubBrowserSession>) { self.starts = starts.makeAsyncIterator() }

    /// Waits for the next session to start.
    func session() async -> StubBrowserSession {
        var iterator = starts
        defer { starts = iterator }
        guard let session = await iterator.next(isolation: MainActor.shared) else {
            fatalError("the stream has no end")
        }
        return session
    }

    /// Runs `body` with a browser.
    ///
    /// - Parameters:
    ///   - starts: What `start()` returns.
    ///   - completesOnCancel: Whether `cancel()` calls the session's handler.
    ///   - onStart: Called when a session starts, before `start()` returns.
    static func with(
        starts: Bool = true, completesOnCancel: Bool = false,
        onStart: @escaping @Sendable (StubBrowserSession) -> Void = { _ in },
        _ body: @MainActor (Browser) async throws -> Void
    ) async rethrows {
        let (stream, continuation) = AsyncStream<StubBrowserSession>.makeStream()
        let system = StubBrowserSession.System(completesOnCancel: completesOnCancel) { session in
            onStart(session)
            continuation.yield(session)
            return starts
        }
        try await StubBrowserSession.$system.withValue(system) { try await body(Browser(stream)) }
    }
}

extension StubBrowserSession {
    /// The page sends the person back to this URL.
    func comeBack(to url: String) { complete(url: URL(string: url)) }
}

/// What an opener or a solver came to, in a form that can be compared.
enum Outcome: Equatable {
    case end(HostedPageEnd)
    case token(String?)
    case failed(CaptchaHandlingError.Code, String? = nil)

    static let cancelled = failed(.cancelled)
    static let dismissed = failed(.dismissed)
}

extension BrowserSessionOpener {
    /// Visits a page whose link is the one given.
    func outcome(
        _ link: String = "https://pages.example/1",
        onLink: @escaping @Sendable (URL) -> Void = { _ in },
        isReturn: @escaping @Sendable (URL) -> Bool = { _ in true }
    ) async -> Outcome {
        let visit = HostedPageVisit(
            challenge: CaptchaChallenge(scheme: "test", prompt: .question("?")),
            link: { callback throws(CaptchaHandlingError) in
                onLink(callback)
                guard let url = URL(string: link) else { throw CaptchaHandlingError(.submissionFailed) }
                return url
            },
            isReturn: isReturn)
        do throws(CaptchaHandlingError) {
            return .end(try await self.visit(visit))
        } catch {
            return .failed(error.code, error.reason)
        }
    }
}
