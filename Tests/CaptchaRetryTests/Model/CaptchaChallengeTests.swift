import CaptchaRetry
import Foundation
import Testing

@Suite("Challenges")
struct CaptchaChallengeTests {
    static let prompts: [CaptchaPrompt] = {
        guard let url = URL(string: "https://id.vk.ru/captcha?session_token=hush%2B1&a=b#f") else { return [] }
        let widget = CaptchaWidget(
            provider: .turnstile, siteKey: "hush-key", action: "hush", page: url, parameters: ["cdata": "hush"])
        return [
            .page(url), .picture(url), .question("hush?"), .widget(widget),
            .widget(CaptchaWidget(provider: .init(rawValue: "own"), siteKey: "hush")),
            .hostedProcess(url, reference: "hush"), .hostedProcess(url, reference: nil), .unanswerable("hush"),
        ]
    }()

    static let expiries: [CaptchaChallenge.Expiry?] = [
        nil, .after(.seconds(300)), .after(.milliseconds(-1)),
        .after(Duration(secondsComponent: 1, attosecondsComponent: 1)),
        .at(Date(timeIntervalSince1970: 1_741_099_026.5)),
    ]

    private func challenge(_ prompt: CaptchaPrompt, _ expiry: CaptchaChallenge.Expiry? = nil) -> CaptchaChallenge {
        CaptchaChallenge(
            scheme: "vk", origin: URL(string: "https://api.vk.ru:8443").flatMap(Origin.init), prompt: prompt,
            echo: [.init("captcha_sid", "9041237788123456789"), .init("captcha_ts", "1.500"), .init("", "hush")],
            expiry: expiry, round: 2, refusal: "hush")
    }

    @Test("The prompts for the tests are there")
    func promptsExist() {
        #expect(Self.prompts.count == 8)
    }

    @Test("A challenge comes back from JSON and from a property list as it was", arguments: prompts, expiries)
    func codable(prompt: CaptchaPrompt, expiry: CaptchaChallenge.Expiry?) throws {
        for challenge in [challenge(prompt, expiry), CaptchaChallenge(scheme: "x", prompt: prompt)] {
            let json = try JSONEncoder().encode(challenge)
            #expect(try JSONDecoder().decode(CaptchaChallenge.self, from: json) == challenge)
            let plist = try PropertyListEncoder().encode(challenge)
            #expect(try PropertyListDecoder().decode(CaptchaChallenge.self, from: plist) == challenge)
        }
    }

    @Test("Values to echo keep their exact text and their order in JSON")
    func echo() throws {
        let decoded = try JSONDecoder().decode(
            CaptchaChallenge.self, from: JSONEncoder().encode(challenge(.question("?"))))
        #expect(decoded.echo.map(\.name) == ["captcha_sid", "captcha_ts", ""])
        #expect(decoded.echo.map(\.text) == ["9041237788123456789", "1.500", "hush"])
    }

    @Test("An echoed value is found by its name; of several the first counts")
    func lookUp() {
        let challenge = CaptchaChallenge(scheme: "x", prompt: .question("?"), echo: [.init("a", "1"), .init("a", "2")])
        #expect(challenge["a"] == "1")
        #expect(challenge["A"] == nil)
        #expect(challenge["b"] == nil)
    }

    @Test(
        "Damaged JSON is refused",
        arguments: ["{}", "[]", "null", #"{"scheme":"x"}"#, #"{"scheme":1,"prompt":{},"echo":[],"round":1}"#])
    func badInput(json: String) {
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(CaptchaChallenge.self, from: Data(json.utf8)) }
    }

    @Test("A kind of prompt that is not known yet is refused")
    func unknownPrompt() throws {
        let json = try JSONEncoder().encode(challenge(.question("?")))
        let later = String(decoding: json, as: UTF8.self).replacing("\"question\"", with: "\"dance\"")
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(CaptchaChallenge.self, from: Data(later.utf8)) }
    }

    @Test("Printing shows scheme, origin, kind of prompt and round, and none of the values", arguments: prompts)
    func printing(prompt: CaptchaPrompt) {
        let challenge = challenge(prompt, .after(.seconds(300)))
        for text in printed(challenge) {
            for value in ["hush", "9041237788123456789", "1.500", "session_token"] { #expect(!text.contains(value)) }
        }
        for text in printed(prompt) + printed(challenge.echo) {
            for value in ["hush", "9041237788123456789", "session_token"] { #expect(!text.contains(value)) }
        }
        #expect(challenge.description.hasPrefix("CaptchaChallenge(vk, https://api.vk.ru:8443, "))
        #expect(challenge.description.hasSuffix(", round 2)"))
        #expect(challenge.debugDescription == challenge.description)
    }

    @Test("A widget by itself, as a solver has it in hand, shows its provider and none of its values")
    func printingWidget() {
        let widget = CaptchaWidget(
            provider: .init(rawValue: "own\n"), siteKey: "hush", action: "hush",
            page: URL(string: "https://shop.example/?session=hush"), parameters: ["rqdata": "hush"])
        for text in printed(widget) { #expect(!text.contains("hush")) }
        #expect(widget.description == "CaptchaWidget(own )")
        #expect(widget.debugDescription == widget.description)
    }

    @Test("Each kind of prompt has a name")
    func kinds() {
        let kinds = Self.prompts.map { CaptchaChallenge(scheme: "x", prompt: $0).description.split(separator: ", ")[2] }
        #expect(
            kinds == [
                "page", "picture", "question", "widget", "widget", "hosted process", "hosted process", "unanswerable",
            ])
    }

    @Test("The description is one line, whatever the scheme is called")
    func oneLine() {
        let challenge = CaptchaChallenge(scheme: "a\r\nb\u{2028}c\u{1B}", prompt: .question("?"))
        #expect(challenge.description == "CaptchaChallenge(a  b c , unknown origin, question, round 1)")
    }
}
