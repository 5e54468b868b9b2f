import CaptchaRetry
import Foundation
import TestSupport
import Testing

@testable import CaptchaRetryTesting
@testable import CaptchaSolvers

@Suite("What an upstream sends, in the markup of BrowserSolver's pages")
struct BrowserMarkupTests {
    static let hostile = [
        "<script>alert(1)</script>", "\"><img src=x onerror=alert(1)>", "' autofocus onfocus='alert(1)", "</title><b>",
        "{api}{program}<i>", "&lt;b&gt;", "</script><!--<script>", "\u{202E}<b>\u{0}\r\n\u{2028}", "`<b>`",
    ]

    private func page(_ challenge: CaptchaChallenge, program: String = "the program") async throws -> String {
        let prompt = try await BrowserPrompt(challenge) { _ throws(CaptchaHandlingError) in
            throw CaptchaHandlingError(.solverFailed)
        }
        let page = BrowserPage(language: .english, path: "/secret/", program: program, nonce: "n")
        return page.html(.asking(prompt, number: 1, prompt.refusal.map { .refused($0) }))
    }

    /// The elements of a page, with their attributes' names, in their order: what must not depend on texts.
    private func skeleton(_ html: String) -> [String] {
        html.matches(of: /<[^>]*>/).map { tag in
            String(tag.0).replacing(/"[^"]*"/, with: "")
        }
    }

    @Test("Markup in any field of a challenge is text, and changes no element", arguments: hostile)
    func everyField(text: String) async throws {
        func challenge(_ text: String, _ prompt: CaptchaPrompt) -> CaptchaChallenge {
            CaptchaChallenge(scheme: text, prompt: prompt, echo: [.init(text, text)], round: 2, refusal: text)
        }
        let harmless = try await page(challenge("x", .question("x")), program: "x")
        let html = try await page(challenge(text, .question(text)), program: PrintableText.line(text))
        #expect(skeleton(html) == skeleton(harmless))
        #expect(!html.contains("<b>") && !html.contains("<i>") && !html.contains("<img"))
        #expect(!html.contains("\u{202E}") && !html.contains("\u{0}"))
        // It is there nevertheless.
        #expect(html.contains(Markup.escaped(PrintableText.line(text))))
    }

    @Test("Markup in the fields of a widget is text, and a string of its script", arguments: hostile)
    func widget(text: String) async throws {
        func challenge(_ text: String) -> CaptchaChallenge {
            let widget = CaptchaWidget(
                provider: .hCaptcha, siteKey: text, action: text, parameters: ["theme": text, text: text])
            return CaptchaChallenge(scheme: "x", prompt: .widget(widget))
        }
        let html = try await page(challenge(text))
        #expect(skeleton(html).filter { $0.hasPrefix("<script") }.count == 2)
        #expect(html.components(separatedBy: "</script>").count == 3)
        #expect(!html.contains("<b>") && !html.contains("<i>") && !html.contains("<img"))
    }

    @Test("A link leads to web pages only, and gives them no hold on the page that it stands on")
    func links() async throws {
        let url = try #require(URL(string: "https://id.vk.ru/captcha?a=%22%3E%3Cb%3E&b='c"))
        let html = try await page(CaptchaChallenge(scheme: "vk", prompt: .page(url)))
        #expect(html.contains(#"href="https://id.vk.ru/captcha?a=%22%3E%3Cb%3E&amp;b=&#39;c" target="_blank""#))
        #expect(html.contains(#"rel="noopener noreferrer""#))
        for text in ["javascript:alert(1)", "data:text/html,x", "file:///etc/passwd", "/relative", "JAVASCRIPT:x"] {
            let url = try #require(URL(string: text))
            for prompt in [CaptchaPrompt.page(url), .hostedProcess(url, reference: nil)] {
                await #expect(throws: CaptchaHandlingError.self) {
                    try await page(CaptchaChallenge(scheme: "vk", prompt: prompt))
                }
            }
            let widget = CaptchaWidget(provider: .turnstile, siteKey: "k", page: url)
            #expect(try await !page(CaptchaChallenge(scheme: "x", prompt: .widget(widget))).contains("href=\"\(text)"))
        }
    }

    @Test("Nothing in a script ends its element or begins another one")
    func script() {
        let html = Markup.script("\"</script>\" + \"<!--<script>\"", nonce: "n").html
        #expect(html == "<script nonce=\"n\">\n\"<\\/script>\" + \"<\\!--<script>\"\n</script>")
    }

    @Test("A sentence takes its parts where their marks stand, and leaves all other braces alone")
    func sentence() {
        let api = Markup("b", [:], [Markup("{program}&")])
        #expect(
            Markup.sentence("{api}: {x} {", ["api": api, "program": Markup("no")]).html
                == "<b>{program}&amp;</b>: {x} {")
    }

    @Test("Every language has every text, and marks only what there is", arguments: BrowserLanguage.all)
    func texts(language: BrowserLanguage) throws {
        let known: Set<String> = ["api", "program", "page", "provider", "reason"]
        func check(_ value: Any) {
            for child in Mirror(reflecting: value).children {
                guard let text = child.value as? String else { return check(child.value) }
                #expect(!text.isEmpty)
                #expect(text.matches(of: /\{([a-z]*)\}/).allSatisfy { known.contains(String($0.1)) })
            }
        }
        check(BrowserTexts.of(language))
        #expect(BrowserTexts.of(language).heading.contains("{api}"))
    }
}
