import CaptchaRetry
import Foundation
import Testing

@testable import CaptchaSolvers

@Suite("The prompt of a terminal")
struct TerminalPromptTests {
    private func lines(_ challenge: CaptchaChallenge) throws -> [String] {
        try TerminalPrompt(challenge).text.split(separator: "\n").map(String.init)
    }

    private func url(_ text: String) throws -> URL { try #require(URL(string: text)) }

    @Test("A question is shown with where it comes from")
    func question() throws {
        let origin = Origin(try url("https://api.example.com/method"))
        let challenge = CaptchaChallenge(scheme: "test", origin: origin, prompt: .question("2 + 2?"))
        #expect(
            try lines(challenge) == [
                "A captcha has to be answered for https://api.example.com.",
                "Answer this question:",
                "    2 + 2?",
                "Then press Return. An empty line gives up.",
            ])
    }

    @Test("A page, a picture and a hosted process are shown by their address, however long")
    func addresses() throws {
        let text = "https://example.com/captcha?sid=" + String(repeating: "9", count: 5000)
        let url = try url(text)
        for prompt in [CaptchaPrompt.page(url), .picture(url), .hostedProcess(url, reference: "r")] {
            #expect(try lines(CaptchaChallenge(scheme: "test", prompt: prompt)).contains("    " + text))
        }
    }

    @Test("A widget is shown by its page, with its provider, site key and action")
    func widget() throws {
        let widget = CaptchaWidget(
            provider: .hCaptcha, siteKey: "key-1", action: "login", page: try url("https://example.com/login"))
        let shown = try lines(CaptchaChallenge(scheme: "test", prompt: .widget(widget)))
        #expect(shown.contains("    https://example.com/login"))
        #expect(shown.contains("    provider hcaptcha"))
        #expect(shown.contains("    site key key-1"))
        #expect(shown.contains("    action login"))
    }

    @Test("What cannot be shown as text is refused before anything is shown")
    func refused() throws {
        let prompts: [CaptchaPrompt] = [
            .unanswerable("blocked"),
            .widget(CaptchaWidget(provider: .turnstile, siteKey: "key")),
            .picture(try url("data:image/png;base64,AAAA")),
            .page(try url("/captcha.png")),
            .page(try url("javascript:alert(1)")),
        ]
        for prompt in prompts {
            let error = #expect(throws: CaptchaHandlingError.self) {
                try TerminalPrompt(CaptchaChallenge(scheme: "test", prompt: prompt))
            }
            #expect(error?.code == .noSolverForPrompt)
            #expect(error?.reason?.isEmpty == false)
        }
    }

    @Test("After a refusal the prompt says so, with the upstream's reason if there is one")
    func refusal() throws {
        #expect(try lines(.question("q")).first == "A captcha has to be answered for test.")
        #expect(try lines(.question("q", round: 2)).first == "The previous answer was refused.")
        #expect(try lines(.question("q", round: 2, refusal: " ")).first == "The previous answer was refused.")
        #expect(
            try lines(.question("q", refusal: "expired\u{1B}[0m\nsorry")).first
                == "The previous answer was refused: expired\\u{1B}[0m sorry")
    }

    @Test("No value of a challenge reaches the terminal with a control character")
    func hostile() throws {
        let evil = "\u{1B}]0;owned\u{7}\n> "
        let page = try url("https://example.com/")
        let widget = CaptchaWidget(
            provider: .init(rawValue: evil), siteKey: evil, action: evil, page: page, parameters: [evil: evil])
        for prompt in [CaptchaPrompt.question(evil), .widget(widget)] {
            let challenge = CaptchaChallenge(scheme: evil, prompt: prompt, round: 2, refusal: evil)
            for line in try lines(challenge) {
                #expect(!line.unicodeScalars.contains { $0.properties.generalCategory == .control })
                #expect(!line.hasPrefix(">"))
            }
        }
    }
}
