import CaptchaRetry
import CaptchaSolvers
import Foundation
import Testing

@testable import CaptchaRetryTesting

/// A client whose captchas are answered in a browser that a test drives.
final class ChromiumTrial: Sendable {
    private struct Challenged: Error {
        var challenge: CaptchaChallenge
    }

    private struct Opened: Sendable {
        var count = 0
        /// Why a call ended that was not meant to.
        var failure: (any Error)?
    }

    let driver: WebDriver
    private let retry: CaptchaRetry
    private let attempts = Monitor(0)
    private let opened: Monitor<Opened>

    init(_ driver: WebDriver, hosts: WidgetHosts = WidgetHosts()) {
        let opened = Monitor(Opened())
        (self.driver, self.opened) = (driver, opened)
        let solver = BrowserSolver(
            program: "Notes", widgetHosts: hosts, showURL: { _ in },
            openBrowser: { url in
                opened.withLock { $0.count += 1 }
                return (try? await driver.open(url)) != nil
            })
        retry = CaptchaRetry(schemes: [], solver: solver)
    }

    var openCount: Int { opened.withLock { $0.count } }

    /// Starts a call that is challenged by these prompts, one after the other, until it comes with the right token.
    ///
    /// - Returns: The token that it passed with.
    func call(_ prompts: CaptchaPrompt..., right: String, refusal: String? = nil) -> Task<String?, any Error> {
        call(prompts, refusal: refusal) { $0 == right }
    }

    /// The same, for a token that is told to be right in another way.
    func call(
        _ prompts: [CaptchaPrompt], refusal: String? = nil, isRight: @escaping @Sendable (String) -> Bool
    ) -> Task<String?, any Error> {
        Task { [retry, attempts, opened] in
            do {
                return try await retry.perform(recognizing: { ($0 as? Challenged)?.challenge }) { answer in
                    if let token = answer?.token, isRight(token.value ?? "") { return token.value }
                    let index = attempts.withLock { count in
                        count += 1
                        return min(count, prompts.count) - 1
                    }
                    throw Self.challenge(prompts[index], refusal: answer == nil ? nil : refusal)
                }
            } catch {
                opened.withLock { $0.failure = error }
                throw error
            }
        }
    }

    private static func challenge(_ prompt: CaptchaPrompt, refusal: String?) -> Challenged {
        let origin = URL(string: "https://api.notes.example").flatMap(Origin.init)
        return Challenged(
            challenge: CaptchaChallenge(scheme: "notes", origin: origin, prompt: prompt, refusal: refusal))
    }

    /// Waits until a page was opened, and shows what it must.
    func waitForPage(_ text: String = "asks for a captcha") async throws {
        _ = await opened.wait { $0.count > 0 || $0.failure != nil }
        if let failure = opened.withLock({ $0.failure }) { throw failure }
        try await driver.waitFor(text)
    }

    /// Expects the end of a call that passed, in the one window that was opened for it, and no listener any more.
    ///
    /// - Parameter complains: Whether the browser had something to complain about on the way there.
    func expectPassed(
        _ call: Task<String?, any Error>, with token: String?, complains: Bool = false
    ) async throws {
        try await driver.waitFor("You can close this tab.")
        #expect(try await driver.text().contains("Accepted"))
        try await driver.waitForFocus(on: "Accepted")
        #expect(try await call.value == token)
        #expect(openCount == 1)
        let complaints = try await driver.complaints()
        #expect(complaints.isEmpty || complains, "\(complaints)")
    }
}
