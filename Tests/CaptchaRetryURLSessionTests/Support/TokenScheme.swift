import CaptchaRetry
import Foundation

/// One status with `captcha` in the body is a challenge; the token goes where the test says.
struct TokenScheme: CaptchaScheme {
    /// Every token of these tests: longer than what an accident would spell, and in need of encoding.
    static let token = "secret+token/1=="

    let id = "test"
    let tokenScope = TokenScope.singleUse
    let signal: CaptchaSignal
    let place: @Sendable (String) -> RequestEdit

    init(
        status: Int = 403, _ place: @escaping @Sendable (String) -> RequestEdit = { .header("X-Captcha-Token", $0) }
    ) {
        signal = CaptchaSignal(statuses: [status], bodyMarkers: ["captcha"])
        self.place = place
    }

    func challenge(
        in response: borrowing some InspectableResponse, to request: borrowing some ReplayableRequest
    ) -> CaptchaChallenge? {
        guard response.json()?["captcha"] != nil else { return nil }
        return CaptchaChallenge(scheme: id, prompt: .question("what is it?"))
    }

    func edits(for token: CaptchaToken, answering challenge: CaptchaChallenge) -> [RequestEdit] {
        token.value.map { [place($0)] } ?? []
    }
}
