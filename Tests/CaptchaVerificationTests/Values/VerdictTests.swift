import CaptchaVerification
import Foundation
import Testing

@Suite("Verdicts")
struct VerdictTests {
    private static let transient = Verdict.Inability(.transient, status: 503)
    private static let tooLong = Verdict.Inability(.malformedAnswer, status: 200, detail: "too long")
    private static let misconfigured = Verdict.Inability(.misconfigured, status: 200, codes: ["invalid-input-secret"])

    @Test("A policy decides about unable and about nothing else")
    func policies() {
        for policy in [UnablePolicy.failClosed, .failOpen, .failOpenWhenTransient] {
            let accepted = Verdict(.accepted(.init()), policy: policy)
            #expect(accepted.isAccepted && accepted.policy == nil)
            let rejected = Verdict(.rejected(.init(.robot)), policy: policy)
            #expect(!rejected.isAccepted && rejected.policy == nil)
        }
        #expect(!Verdict(.unable(Self.transient)).isAccepted)
        #expect(Verdict(.unable(Self.transient), policy: .failOpen).isAccepted)
        #expect(Verdict(.unable(Self.misconfigured), policy: .failOpen).isAccepted)
        #expect(Verdict(.unable(Self.transient), policy: .failOpenWhenTransient).isAccepted)
        #expect(!Verdict(.unable(Self.misconfigured), policy: .failOpenWhenTransient).isAccepted)
        let own = UnablePolicy("on Sundays") { $0.status == 503 }
        #expect(Verdict(.unable(Self.transient), policy: own).isAccepted)
        #expect(Verdict(.unable(Self.transient), policy: own).policy == "on Sundays")
    }

    @Test("Failing closed is the default of all settings")
    func defaults() {
        #expect(VerificationSettings().unablePolicy.description == "fail closed")
        #expect(VerificationSettings().checks == VerificationChecks())
    }

    @Test("Where scores decide there is a lowest one: that of the call, else of the settings, else 0.5")
    func minimumScores() {
        let key = SecretKey("k")
        var settings = VerificationSettings()
        func scores(_ score: Double?) -> [Double?] {
            let enterprise = ReCAPTCHAEnterpriseVerifier(
                project: "p", siteKey: "s", authorization: .apiKey(key), minimumScore: score, settings: settings)
            let v3 = ReCAPTCHAVerifier.v3(secret: key, minimumScore: score, settings: settings)
            return [enterprise.settings.checks.minimumScore, v3.settings.checks.minimumScore]
        }
        #expect(scores(nil) == [0.5, 0.5])
        #expect(scores(0.1) == [0.1, 0.1])
        settings.checks.minimumScore = 0.9
        #expect(scores(nil) == [0.9, 0.9])
        #expect(scores(0.1) == [0.1, 0.1])
        #expect(ReCAPTCHAVerifier.v2(secret: key).settings.checks.minimumScore == nil)
    }

    @Test("Checks and settings that are set later have the minimum that a verifier was made with, or their own")
    func laterChecks() {
        let key = SecretKey(Provider.secret)
        var v3 = ReCAPTCHAVerifier.v3(secret: key, minimumScore: 0.7)
        v3.settings.checks = VerificationChecks(hosts: ["shop.example"])
        #expect(v3.settings.checks == VerificationChecks(hosts: ["shop.example"], minimumScore: 0.7))
        v3.settings = VerificationSettings()
        #expect(v3.settings.checks.minimumScore == 0.7)
        v3.settings.checks = VerificationChecks(minimumScore: 0.1)
        #expect(v3.settings.checks.minimumScore == 0.1)

        var enterprise = ReCAPTCHAEnterpriseVerifier(project: "p", siteKey: "s", authorization: .apiKey(key))
        enterprise.settings.checks = VerificationChecks(hosts: ["shop.example"])
        #expect(enterprise.settings.checks.minimumScore == 0.5)
        enterprise.settings.checks.minimumScore = 0.1
        #expect(enterprise.settings.checks.minimumScore == 0.1)

        var v2 = ReCAPTCHAVerifier.v2(secret: key)
        v2.settings.checks = VerificationChecks(hosts: ["shop.example"])
        #expect(v2.settings.checks.minimumScore == nil)
    }

    @Test("It has what belongs to its outcome, and nothing of the others")
    func parts() {
        let accepted = Verdict(.accepted(.init(score: 1)))
        #expect(accepted.details?.score == 1 && accepted.rejection == nil && accepted.inability == nil)
        let rejected = Verdict(.rejected(.init(.tooOld, details: .init(host: "h"))))
        #expect(rejected.details == nil && rejected.rejection?.reason == .tooOld && rejected.inability == nil)
        let unable = Verdict(.unable(Self.transient))
        #expect(unable.details == nil && unable.rejection == nil && unable.inability == Self.transient)
    }

    @Test("It prints as one line that says what happened and who decided")
    func lines() {
        let details = Verdict.Details(host: "shop.example", score: 0.5, action: "log\nin\u{2028}x")
        #expect("\(Verdict(.accepted(details)))" == "accepted (host shop.example, score 0.5, action log in x)")
        #expect("\(Verdict(.accepted(.init())))" == "accepted")
        #expect("\(Verdict(.accepted(.init(app: "example.shop"))))" == "accepted (app example.shop)")
        let rejection = Verdict.Rejection(.expiredOrReused, codes: ["timeout-or-duplicate"])
        #expect("\(Verdict(.rejected(rejection)))" == "rejected: expired or used before [timeout-or-duplicate]")
        #expect(
            "\(Verdict(.unable(Self.transient)))"
                == #"unable: passing trouble, status 503; refused by policy "fail closed""#)
        #expect(
            "\(Verdict(.unable(Self.misconfigured), policy: .failOpen))"
                == #"unable: our configuration, status 200 [invalid-input-secret]; let through by policy "fail open""#)
        #expect("\(Self.tooLong)" == "malformed answer, status 200, too long")
        let long = Verdict.Details(action: String(repeating: "a", count: 10_000))
        #expect("\(Verdict(.accepted(long)))".count < 150)
    }

    @Test(
        "A status that gives no verdict has a cause",
        arguments: [
            (500, Verdict.Inability.Cause.transient), (503, .transient), (599, .transient), (429, .transient),
            (408, .transient), (400, .misconfigured), (401, .misconfigured), (404, .misconfigured),
            (302, .misconfigured), (200, .malformedAnswer), (204, .malformedAnswer), (0, .malformedAnswer),
            (-1, .malformedAnswer),
        ])
    func statuses(status: Int, cause: Verdict.Inability.Cause) {
        let inability = Verdict.Inability(status: status)
        #expect(inability.cause == cause && inability.status == status)
    }
}
