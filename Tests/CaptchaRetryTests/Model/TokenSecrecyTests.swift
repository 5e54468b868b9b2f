import CaptchaRetry
import Foundation
import Testing

@Suite("Tokens in logs")
struct TokenSecrecyTests {
    private struct Failure: Error { var token: CaptchaToken }
    private enum Outcome { case solved(CaptchaToken, extra: String?) }
    private final class Box {
        let token: CaptchaToken
        init(_ token: CaptchaToken) { self.token = token }
    }

    private func expectHidden<Value>(_ value: Value, _ comment: Comment? = nil) {
        for text in printed(value) { #expect(!text.contains("hush"), comment) }
    }

    @Test("A token never shows its text, nor do the things that hold it")
    func hidden() throws {
        let token = try CaptchaToken("hush-value", extras: ["kind": "hush-extra"])
        #expect(token.description == "CaptchaToken(hidden)")
        #expect(token.debugDescription == token.description)
        #expect(Mirror(reflecting: token).children.isEmpty)
        expectHidden(token)
        expectHidden(Optional(token))
        expectHidden([token, .outOfBand])
        expectHidden([token: 1])
        expectHidden(["a": [token]])
        expectHidden(Set([token]))
        expectHidden((token, label: token))
        expectHidden(Outcome.solved(token, extra: nil))
        expectHidden(Box(token))
        expectHidden(Failure(token: token))
        expectHidden(Failure(token: token) as any Error)
        expectHidden(token as Any)
        expectHidden(AnyHashable(token))
        #expect(!Failure(token: token).localizedDescription.contains("hush"))
    }

    @Test("Neither do answers, edits and edited requests show it")
    func carriers() throws {
        let token = try CaptchaToken("hush")
        let challenge = CaptchaChallenge(scheme: "vk", prompt: .question("?"), echo: [.init("sid", "hush-sid")])
        expectHidden(CaptchaAnswer(challenge: challenge, token: token))
        let edits: [RequestEdit] = [
            .header("X-T", "hush"), .query("t", "hush"), .form("t", "hush"), .cookie("t", "hush"),
        ]
        expectHidden(edits)
        var request = PlainRequest("POST", url: URL(string: "https://h/p"))
        try request.apply(edits)
        expectHidden(request)
        expectHidden(request.headerFields)
        expectHidden(request.replayableBody)
    }

    @Test("An error that wraps others does not show it")
    func errors() throws {
        let token = try CaptchaToken("hush")
        let inner = CaptchaHandlingError(.solverFailed, underlying: Failure(token: token))
        expectHidden(CaptchaHandlingError(.solverFailed, underlying: inner))
        let url = URLError(.badURL, userInfo: ["failing": "https://h/?token=hush"])
        expectHidden(CaptchaHandlingError(.solverFailed, underlying: url))
    }

    @Test("A token that is out of band says so")
    func outOfBand() {
        #expect(CaptchaToken.outOfBand.description == "CaptchaToken.outOfBand")
        #expect("\(CaptchaToken.outOfBand)" == String(reflecting: CaptchaToken.outOfBand))
    }
}
