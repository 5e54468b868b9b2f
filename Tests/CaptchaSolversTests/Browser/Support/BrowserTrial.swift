import CaptchaRetry
import Foundation
import TestSupport
import Testing

@testable import CaptchaRetryTesting
@testable import CaptchaSolvers

/// A solver whose pages open in ``BrowserTab``s, and what happened to it.
final class BrowserTrial: Sendable {
    let clock = ManualClock()
    let solver: BrowserSolver
    private let opened: Monitor<[URL]>
    private let shown: Monitor<[URL]>
    private let closed: Monitor<Int>

    init(
        language: BrowserLanguage? = .english, opens: Bool = true,
        pictures: (@Sendable (URL) async throws -> Data)? = nil
    ) {
        let (opened, shown, closed) = (Monitor<[URL]>([]), Monitor<[URL]>([]), Monitor(0))
        (self.opened, self.shown, self.closed) = (opened, shown, closed)
        let setting = BrowserSession.Setting(
            language: language, program: "the <test>", clock: clock, onClosed: { closed.withLock { $0 += 1 } })
        solver = BrowserSolver(
            setting, pictures: pictures, showURL: { url in shown.withLock { $0.append(url) } },
            openBrowser: { url in
                opened.withLock { $0.append(url) }
                return opens
            })
    }

    var openCount: Int { opened.withLock { $0.count } }
    var shownURLs: [URL] { shown.withLock { $0 } }
    var closeCount: Int { closed.withLock { $0 } }

    /// Waits until so many pages were opened, counted from the first, and gives the last of them.
    func tab(_ number: Int = 1) async throws -> BrowserTab {
        try #require(await opened.wait { $0.count >= number })
        return try BrowserTab(opened.withLock { $0[number - 1] })
    }

    /// Waits until so many listeners are gone.
    func waitForClosed(_ count: Int = 1) async { _ = await closed.wait { $0 >= count } }

    /// Starts to solve a challenge.
    ///
    /// - Parameter answer: The only answer that is to come through, if so: whoever comes through with another one is
    ///   shown how it ended, for a test that fails rather than waits for ever.
    func solving(_ challenge: CaptchaChallenge, only answer: String? = nil) -> Task<Outcome, Never> {
        Task {
            let outcome = await solver.outcome(challenge)
            if let answer, outcome != .token(answer) { await solver.didReplay(challenge, outcome: .undetermined) }
            return outcome
        }
    }

    /// Has a challenge answered in its tab, and expects that this was its end.
    func expectSolved(_ solving: Task<Outcome, Never>, _ challenge: CaptchaChallenge, in tab: BrowserTab) async throws {
        let form = try await tab.send(tab.form("right"))
        #expect(await solving.value == .token("right"))
        await solver.didReplay(challenge, outcome: .accepted)
        #expect(try await form.response()?.body.contains("You can close this tab") == true)
        await waitForClosed()
    }
}
