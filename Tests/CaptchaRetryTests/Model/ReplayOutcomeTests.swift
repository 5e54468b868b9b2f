import Testing

@testable import CaptchaRetry

@Suite("What a status says of a token")
struct ReplayOutcomeTests {
    @Test(
        "9. A status that may come from in front of the captcha check says nothing",
        arguments: [401, 403, 429, 500, 502, 503, 504, 599, 600, 999])
    func undetermined(status: Int) {
        #expect(ReplayOutcome(status: status) == .undetermined)
    }

    @Test(
        "9. Any other status says that the token was taken",
        arguments: [200, 201, 204, 301, 302, 304, 307, 400, 402, 404, 405, 409, 410, 418, 422, 428, 430, 451, 499])
    func accepted(status: Int) {
        #expect(ReplayOutcome(status: status) == .accepted)
    }

    @Test("No status by itself says that the token was refused")
    func neverRefused() {
        for status in -1...1000 { #expect(ReplayOutcome(status: status) != .refused) }
    }
}
