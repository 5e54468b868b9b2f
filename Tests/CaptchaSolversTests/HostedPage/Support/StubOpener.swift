import CaptchaRetry
import CaptchaRetryTesting
import CaptchaSolvers
import Foundation
import Testing

/// An opener without a screen: it asks for the link, and does then what the closure says.
final class StubOpener: HostedPageOpener {
    typealias Page = @Sendable (HostedPageVisit) async throws(CaptchaHandlingError) -> HostedPageEnd

    private let page: Page
    private let state = Lock((opened: [URL](), ended: 0))
    let callback: URL

    init(_ page: @escaping Page = { _ throws(CaptchaHandlingError) in .returned }) throws {
        callback = try #require(URL(string: "app://ended"))
        self.page = page
    }

    /// The links that were opened.
    var opened: [URL] { state.withLock { $0.opened } }
    /// How many pages are open.
    var openCount: Int { state.withLock { $0.opened.count - $0.ended } }

    func visit(_ visit: HostedPageVisit) async throws(CaptchaHandlingError) -> HostedPageEnd {
        let link = try await visit.link(callback)
        state.withLock { $0.opened.append(link) }
        defer { state.withLock { $0.ended += 1 } }
        return try await page(visit)
    }
}

extension Gate {
    /// A page that stays open until the gate is, or the visit is cancelled.
    var page: StubOpener.Page {
        { _ throws(CaptchaHandlingError) in
            guard await self.wait() else { throw CaptchaHandlingError(.cancelled) }
            return .returned
        }
    }
}

/// A backend in memory.
final class StubBackend: Sendable {
    struct Failure: Error {}

    private struct State {
        var created: [(challenge: CaptchaChallenge, callback: URL)] = []
        var asked: [(process: HostedProcess, at: Duration)] = []
        var results: ArraySlice<HostedPageResult>
    }

    private let state: Lock<State>
    let clock = ManualClock()
    let link: URL

    /// A backend that gives these results, and the last one again and again.
    init(_ results: [HostedPageResult], link: String = "https://hosted.example/p/1") throws {
        state = Lock(State(results: results[...]))
        self.link = try #require(URL(string: link))
    }

    var created: [(challenge: CaptchaChallenge, callback: URL)] { state.withLock { $0.created } }
    var asked: [HostedProcess] { state.withLock { $0.asked.map(\.process) } }
    /// When it was asked.
    var askedAt: [Duration] { state.withLock { $0.asked.map(\.at) } }

    @Sendable func create(_ challenge: CaptchaChallenge, _ callback: URL) async throws -> HostedProcess {
        state.withLock { $0.created.append((challenge, callback)) }
        return HostedProcess(link: link, reference: "id-1")
    }

    @Sendable func result(_ process: HostedProcess) async throws -> HostedPageResult {
        let now = clock.now.offset
        return state.withLock { state in
            state.asked.append((process, now))
            return (state.results.count > 1 ? state.results.popFirst() : state.results.first) ?? .pending
        }
    }

    /// Polling on this backend's clock.
    func polling(whileOpen: Duration? = nil) -> HostedPagePolling {
        var polling = HostedPagePolling()
        polling.clock = clock
        polling.whileOpen = whileOpen
        return polling
    }

    func solver(_ opener: StubOpener, whileOpen: Duration? = nil) -> HostedPageSolver {
        HostedPageSolver(
            opener: opener, polling: polling(whileOpen: whileOpen), create: { try await self.create($0, $1) },
            result: { try await self.result($0) })
    }

    /// Moves the clock on when somebody sleeps on it, by these steps.
    func pass(_ steps: [Duration]) async {
        for step in steps {
            await clock.waitForSleepers()
            clock.advance(by: step)
        }
    }
}
