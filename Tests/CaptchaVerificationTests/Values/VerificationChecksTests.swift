import CaptchaRetryTesting
import CaptchaVerification
import Foundation
import Testing

@Suite("Checks of the caller")
struct VerificationChecksTests {
    /// A SmartCaptcha answer with this host.
    private func verdict(host: String, expected: Set<String>) async throws -> Verdict {
        let provider = Provider(answer: .json(#"{"status":"ok","message":"","host":"\#(host)"}"#))
        var verifier = SmartCaptchaVerifierTests.verifier(provider.settings)
        verifier.settings.checks = VerificationChecks(hosts: expected)
        return try await verifier.verify("a")
    }

    /// A Turnstile answer of this time, looked at at noon.
    private func verdict(time: String, maximumAge: Duration) async throws -> Verdict {
        let provider = Provider(answer: .json(#"{"success":true,"challenge_ts":\#(time)}"#))
        var verifier = TurnstileVerifierTests.verifier(provider.settings)
        verifier.settings.checks.maximumAge = maximumAge
        verifier.settings.now = { Date(timeIntervalSince1970: 1_735_732_800) }
        return try await verifier.verify("a")
    }

    @Test(
        "An expected host is accepted, whatever its case and port",
        arguments: [
            ("shop.example", "shop.example"), ("shop.example:8080", "shop.example"), ("SHOP.Example", "shop.example"),
            ("shop.example", "Shop.Example:443"), ("shop.example.", "shop.example"), ("[::1]:8080", "[::1]"),
            ("https://shop.example", "shop.example"), ("::1", "::1"), ("127.0.0.1:1", "127.0.0.1"),
        ])
    func host(host: String, expected: String) async throws {
        #expect(try await verdict(host: host, expected: ["other.example", expected]).isAccepted)
    }

    @Test(
        "Any other host is rejected, and so is none, also of a token that SmartCaptcha only lets through",
        arguments: [
            "evil.example", "shop.example.evil.example", "evil-shop.example", "xshop.example", "shop.example:80:90",
            "shop.example@evil.example", "", "example", "www.shop.example",
        ])
    func otherHost(host: String) async throws {
        let verdict = try await verdict(host: host, expected: ["shop.example"])
        #expect(verdict.landing == .rejected(.unexpectedHost))
        #expect(!verdict.isAccepted)
        #expect(verdict.rejection?.details?.host == (host.isEmpty ? nil : host))
    }

    @Test("Where no host is expected, none is accepted")
    func noHosts() async throws {
        #expect(try await !verdict(host: "shop.example", expected: []).isAccepted)
    }

    @Test(
        "A captcha that was passed within the maximum age is accepted, and one from a clock that is ahead",
        arguments: [
            #""2025-01-01T12:00:00Z""#, #""2025-01-01T11:58:00Z""#, #""2025-01-01T11:58:00.000Z""#,
            #""2025-01-01T14:59:00+03:00""#, #""2025-01-01T12:00:30Z""#,
        ])
    func age(time: String) async throws {
        #expect(try await verdict(time: time, maximumAge: .seconds(120)).isAccepted)
    }

    @Test(
        "One that was passed earlier, or nobody knows when, is rejected",
        arguments: [
            #""2025-01-01T11:57:59Z""#, #""2025-01-01T11:57:59.999Z""#, #""2024-01-01T12:00:00Z""#,
            #""2025-01-01T12:00:00+03:00""#, #""noon""#, "1735732800", "null", #""""#,
        ])
    func tooOld(time: String) async throws {
        #expect(try await verdict(time: time, maximumAge: .seconds(120)).landing == .rejected(.tooOld))
    }

    @Test("A check that a provider's answer cannot meet is a rejection, which no policy lets through")
    func missing() async throws {
        let provider = Provider(answer: .json(SmartCaptchaVerifierTests.good))
        var verifier = SmartCaptchaVerifierTests.verifier(provider.settings)
        verifier.settings.unablePolicy = .failOpen
        verifier.settings.checks.minimumScore = 0
        #expect(try await verifier.verify("a").landing == .rejected(.belowMinimumScore))
        verifier.settings.checks = VerificationChecks(maximumAge: .seconds(1_000_000_000))
        #expect(try await verifier.verify("a").landing == .rejected(.tooOld))
        verifier.settings.checks = VerificationChecks()
        let context = VerificationContext(expectedAction: "login")
        let verdict = try await verifier.verify("a", context)
        #expect(verdict.landing == .rejected(.unexpectedAction))
        #expect(!verdict.isAccepted)
    }

    @Test("A minimum that is no number passes nothing")
    func notANumber() async throws {
        let provider = Provider(answer: .json(ReCAPTCHAVerifierTests.v3Answer(score: "1")))
        var verifier = ReCAPTCHAVerifierTests.v3(provider.settings)
        verifier.settings.checks.minimumScore = .nan
        #expect(try await !verifier.verify("a").isAccepted)
    }
}
