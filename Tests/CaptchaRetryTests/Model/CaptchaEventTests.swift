import Foundation
import Testing

@testable import CaptchaRetry

@Suite("Events")
struct CaptchaEventTests {
    private let challenge = CaptchaChallenge(
        scheme: "vk", origin: URL(string: "https://api.vk.ru/method?token=hush").flatMap(Origin.init),
        prompt: .question("hush"), echo: [.init("sid", "hush")], round: 2, refusal: "hush")

    @Test("20. An event is a line with ids and no secrets")
    func line() {
        let event = CaptchaEvent(.challenged, request: 7, challenge: challenge)
        #expect(event.description == "#7 vk https://api.vk.ru round 2: challenged")
        for text in printed(event) { #expect(!text.contains("hush")) }
    }

    @Test("20. Duration, code and detail are in the line where they are known")
    func details() {
        let solved = CaptchaEvent(.solved, request: 1, challenge: challenge, duration: .milliseconds(1500))
        #expect(solved.description == "#1 vk https://api.vk.ru round 2: solved after 1500 ms")
        let failed = CaptchaEvent(.failed, request: 1, challenge: challenge, code: .timedOut, detail: "slow")
        #expect(failed.description == "#1 vk https://api.vk.ru round 2: failed, timedOut (slow)")
        let unknown = CaptchaEvent(
            .waiting, request: 1, challenge: CaptchaChallenge(scheme: "x", prompt: .question("?")))
        #expect(unknown.description == "#1 x - round 1: waiting")
    }

    @Test("A duration is in whole milliseconds, and one out of all bounds does not trap")
    func durations() {
        func line(_ duration: Duration) -> String {
            CaptchaEvent(.solved, request: 1, challenge: challenge, duration: duration).description
        }
        #expect(line(.zero).hasSuffix("solved after 0 ms"))
        #expect(line(.microseconds(1_999)).hasSuffix("solved after 1 ms"))
        #expect(line(.seconds(86_400)).hasSuffix("solved after 86400000 ms"))
        #expect(line(.milliseconds(-5)).hasSuffix("solved after -5 ms"))
        for duration in [Duration.seconds(Int64.max), .seconds(Int64.min)] {
            #expect(line(duration).contains("solved after "))
        }
    }

    @Test("A detail with a line break does not make a second line", arguments: ["\n", "\r\n", "\u{2028}", "\u{85}"])
    func oneLine(separator: String) {
        let event = CaptchaEvent(.passedThrough, request: 1, challenge: challenge, detail: "a\(separator)#2 vk forged")
        #expect(!event.description.contains { $0.isNewline })
    }

    @Test("Every kind has a name of its own")
    func kinds() {
        let kinds: [CaptchaEvent.Kind] = [
            .challenged, .waiting, .asked, .solved, .unsolved, .submitted, .replayed, .replayedBare, .passed,
            .challengedAgain,
            .accepted, .refused, .undetermined, .passedThrough, .failed, .cancelled,
        ]
        #expect(Set(kinds).count == kinds.count)
        #expect(Set(kinds.map(\.description)).count == kinds.count)
    }
}
