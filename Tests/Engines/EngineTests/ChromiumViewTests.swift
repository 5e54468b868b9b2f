import CaptchaRetry
import CaptchaRetryTesting
import Foundation
import Testing

@testable import CaptchaSolvers

@Suite(
    "What BrowserSolver's pages look like in Chromium", .serialized,
    .enabled(if: WebDriver.isStarted, "Tests/Engines/run starts chromedriver for it"))
struct ChromiumViewTests {
    private func views() async throws -> [(name: String, view: BrowserConversation.View)] {
        let challenge = CaptchaChallenge(
            scheme: "notes", origin: URL(string: "https://api.with-a-long-name.notes.example").flatMap(Origin.init),
            prompt: .question(
                "Which word of these is none: " + String(repeating: "Rindfleischetikettierung ", count: 3)))
        let prompt = try await BrowserPrompt(challenge) { _ throws(CaptchaHandlingError) in
            throw CaptchaHandlingError(.solverFailed)
        }
        let endings = BrowserConversation.Ending.allCases.map { ending in
            ("ended-\(ending)", BrowserConversation.View.ended(ending, asker: prompt.asker))
        }
        let notices = [("empty", BrowserConversation.Notice.empty), ("unusable", .unusable)].map { name, notice in
            ("notice-\(name)", BrowserConversation.View.asking(prompt, number: 1, notice))
        }
        return endings + notices
    }

    @Test("Every end and every notice fits on every screen", arguments: BrowserLanguage.all)
    func fits(language: BrowserLanguage) async throws {
        let page = BrowserPage(language: language, path: "/", program: "Notes", nonce: "n")
        let views = try await views()
        let gate = Gate()
        let server = LoopbackUpstream { request in
            // There is no news.
            if request.path.hasPrefix("/news") { await gate.wait() }
            guard let view = views.first(where: { "/\($0.name)" == request.path })?.view else { return .status(404) }
            return .html(page.html(view), headerFields: ["Content-Security-Policy": page.policy(view)])
        }
        try server.start()
        defer { server.stop() }
        try await WebDriver.withBrowser { driver in
            for (name, _) in views {
                try await driver.open(server.baseURL.appendingPathComponent(name))
                let isEnd = name.hasPrefix("ended")
                try await driver.waitFor(
                    isEnd ? BrowserTexts.of(language).close : BrowserTexts.of(language).answer)
                #expect(try await driver.run("return document.documentElement.lang;").text == language.code)
                try await driver.save("\(name)-\(language.code)")
            }
        }
    }
}
