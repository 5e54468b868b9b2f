import CaptchaRetry
import Foundation
import TestSupport
import Testing

@testable import CaptchaRetryTesting
@testable import CaptchaSolvers

/// A visit by a ``LoopbackOpener`` whose browser is a ``BrowserTab``, and what happened to it.
final class LoopbackTrial: Sendable {
    /// What the return has to have in its query.
    static let right = "?state=right"

    let clock = ManualClock()
    let link: URL
    private let opener: LoopbackOpener
    private let callbacks = Monitor<[URL]>([])
    private let shown: Monitor<[URL]>
    private let opened: Monitor<[URL]>

    /// - Parameter opening: What the system does before it says that it has no browser.
    init(opening: @escaping @Sendable () async -> Void = {}) throws {
        link = try #require(URL(string: "https://hosted.example/p/1?a=b"))
        let (shown, opened) = (Monitor<[URL]>([]), Monitor<[URL]>([]))
        (self.shown, self.opened) = (shown, opened)
        opener = LoopbackOpener(clock: clock, showURL: { url in shown.withLock { $0.append(url) } }) { url in
            opened.withLock { $0.append(url) }
            await opening()
            return false
        }
    }

    var shownURLs: [URL] { shown.withLock { $0 } }
    var openedURLs: [URL] { opened.withLock { $0 } }

    /// How a visit ended.
    enum End: Equatable {
        case ended(HostedPageEnd)
        case failed(CaptchaHandlingError.Code)

        static let returned = ended(.returned)
    }

    /// Starts a visit.
    ///
    /// - Parameter finding: What happens before there is a link.
    func start(
        _ finding: @escaping @Sendable () async -> CaptchaHandlingError.Code? = { nil }
    ) -> Task<End, Never> {
        let visit = HostedPageVisit(challenge: .question("?")) {
            [callbacks, link] callback throws(CaptchaHandlingError) in
            callbacks.withLock { $0.append(callback) }
            if let code = await finding() { throw CaptchaHandlingError(code) }
            return link
        } isReturn: {
            $0.absoluteString.hasSuffix(Self.right)
        }
        return Task { [opener] in
            do throws(CaptchaHandlingError) { return .ended(try await opener.visit(visit)) } catch {
                return .failed(error.code)
            }
        }
    }

    /// Waits until so many visits have begun, and gives the tab of the last of them, at its callback.
    func tab(_ number: Int = 1) async throws -> BrowserTab {
        try #require(await callbacks.wait { $0.count >= number })
        return try BrowserTab(callbacks.withLock { $0[number - 1] })
    }

    /// Waits until so many pages were opened.
    func waitUntilOpened(_ count: Int = 1) async { _ = await opened.wait { $0.count >= count } }
}

extension BrowserTab {
    /// Comes back.
    func comeBack(_ query: String = LoopbackTrial.right) async throws -> RawResponse {
        try await answer(request("GET", query))
    }
}
