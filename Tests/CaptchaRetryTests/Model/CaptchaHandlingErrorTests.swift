import CaptchaRetry
import Foundation
import Testing

@Suite("Errors of captcha handling")
struct CaptchaHandlingErrorTests {
    static let codes: [CaptchaHandlingError.Code] = [
        .dismissed, .timedOut, .noSolverForPrompt, .unreadableChallenge, .stillChallenged, .unusableToken,
        .requestNotReplayable, .solverFailed, .submissionFailed, .cancelled,
    ]

    private struct Leaky: Error, CustomStringConvertible, CustomDebugStringConvertible {
        let secret = "hush"
        var description: String { secret }
        var debugDescription: String { secret }
    }

    @Test("The codes are all different, and so are their names")
    func codesDiffer() {
        #expect(Set(Self.codes).count == 10)
        #expect(Set(Self.codes.map(\.description)).count == 10)
        #expect(CaptchaHandlingError.Code.timedOut.description == "timedOut")
    }

    @Test("The description says what is known", arguments: codes)
    func description(code: CaptchaHandlingError.Code) {
        #expect(CaptchaHandlingError(code).description == "captcha not answered: \(code)")
        let full = CaptchaHandlingError(
            code, reason: "because", challenge: CaptchaChallenge(scheme: "vk", prompt: .question("hush")),
            lastResponse: PlainResponse(status: 403, headerFields: ["X": "hush"], body: Data("hush".utf8)),
            underlying: Leaky())
        #expect(
            full.description == "captcha not answered: \(code) (because), "
                + "CaptchaChallenge(vk, unknown origin, question, round 1), underlying Leaky")
    }

    @Test("An app that shows `localizedDescription`, as most do, says what is known", arguments: codes)
    func localizedDescription(code: CaptchaHandlingError.Code) {
        let error: any Error = CaptchaHandlingError(code, reason: "because")
        #expect(error.localizedDescription == "captcha not answered: \(code) (because)")
    }

    @Test("Nothing of the response, the challenge's values and the underlying error shows, however it is printed")
    func secrets() {
        let error = CaptchaHandlingError(
            .solverFailed, reason: "because",
            challenge: CaptchaChallenge(
                scheme: "vk", prompt: .question("hush"), echo: [.init("a", "hush")], refusal: "hush"),
            lastResponse: PlainResponse(
                headerFields: ["X": "hush"], body: Data("hush".utf8), url: URL(string: "https://h/?t=hush")),
            underlying: Leaky())
        for text in printed(error) + printed(error as any Error) + [error.localizedDescription] {
            #expect(!text.contains("hush"))
        }
    }

    @Test(
        "The description is one line, whatever the reason holds",
        arguments: ["\n", "\r\n", "\u{85}", "\u{2028}", "\u{2029}", "\0", "\u{1B}"])
    func oneLine(separator: String) {
        let error = CaptchaHandlingError(
            .solverFailed, reason: "a\(separator)b",
            challenge: CaptchaChallenge(scheme: separator, prompt: .question("?")))
        for text in [error.description, error.debugDescription, "\(error)"] {
            #expect(!text.contains { $0.isNewline })
            #expect(!text.unicodeScalars.contains { $0.value < 0x20 })
            #expect(text.contains("a") && text.contains("b)"))
        }
    }

    @Test("The parts can be read and filled in")
    func parts() {
        var error = CaptchaHandlingError(.solverFailed, underlying: Leaky())
        error.code = .dismissed
        error.reason = "r"
        error.challenge = CaptchaChallenge(scheme: "x", prompt: .question("?"))
        error.lastResponse = PlainResponse(status: 429)
        #expect(error.code == .dismissed)
        #expect(error.reason == "r")
        #expect(error.challenge?.scheme == "x")
        #expect(error.lastResponse?.status == 429)
        #expect(error.underlying is Leaky)
    }
}
