import CaptchaRetry
import CaptchaRetryTesting
import CaptchaVerification
import Foundation
import Testing

@Suite("SmartCaptcha")
struct SmartCaptchaVerifierTests {
    static let good = #"{"status":"ok","message":"","host":"shop.example:8080"}"#

    static func verifier(_ settings: VerificationSettings) -> SmartCaptchaVerifier {
        SmartCaptchaVerifier(secret: SecretKey(Provider.secret), settings: settings)
    }

    @Test(
        "Each documented answer lands where it belongs",
        arguments: [
            DocumentedAnswer(good, .accepted),
            DocumentedAnswer(#"{"status":"ok","message":"","host":""}"#, .accepted),
            DocumentedAnswer(#"{"status":"failed","message":""}"#, .rejected(.robot)),
            DocumentedAnswer(#"{"status":"failed"}"#, .rejected(.robot)),
            DocumentedAnswer(
                #"{"status":"failed","message":"Token invalid or expired."}"#, .rejected(.invalidOrExpired)),
            DocumentedAnswer(
                #"{"status":"failed","message":"Authentication failed. Secret has not provided."}"#,
                .unable(.misconfigured)),
            DocumentedAnswer(
                #"{"status":"failed","message":"Authentication failed. Invalid secret."}"#, .unable(.misconfigured)),
            DocumentedAnswer(#"{"status":"failed","message":"Invalid IP."}"#, .unable(.misconfigured)),
            DocumentedAnswer(#"{"status":"failed","message":"Something new."}"#, .rejected(.unspecified)),
            DocumentedAnswer(#"{"status":"failed","message":7}"#, .rejected(.robot)),
            DocumentedAnswer(#"{"status":"perhaps","host":"shop.example"}"#, .unable(.malformedAnswer)),
            DocumentedAnswer(#"{"status":true}"#, .unable(.malformedAnswer)),
            DocumentedAnswer(#"{"status":"OK"}"#, .unable(.malformedAnswer)),
            DocumentedAnswer(#"{"status":"failed","message":""}"#, status: 403, .unable(.misconfigured)),
        ])
    func documented(answer: DocumentedAnswer) async throws { try await answer.check(Self.verifier) }

    @Test("Whatever comes instead of an answer is unable, and the policy decides", arguments: Trouble.all)
    func trouble(trouble: Trouble) async throws {
        try await trouble.check(goodAnswer: Self.good, Self.verifier)
    }

    @Test("No token, and one that is too long, are rejected and never sent")
    func unusable() async throws {
        try await UnusableToken.check(Self.verifier)
        try await UnusableToken.check {
            SmartCaptchaVerifier(secret: SecretKey(Provider.secret), method: .get, settings: $0)
        }
    }

    @Test("A token that makes the longest query still fits the line of 8 KiB that servers usually take")
    func longestQuery() throws {
        var verifier = Self.verifier(Provider(answer: .json("")).settings)
        verifier.method = .get
        let token = String(repeating: "+", count: verifier.maximumTokenLength)
        let request = try #require(verifier.request(for: token, VerificationContext(remoteIP: "2001:db8::7")))
        #expect(request.url.absoluteString.utf8.count < 8 * 1024 - 512)
    }

    @Test("An ok with a host is verified, an ok without one says that it is not")
    func unverified() async throws {
        let answers = [Self.good, #"{"status":"ok","host":""}"#, #"{"status":"ok"}"#, #"{"status":"ok","host":null}"#]
        let verifier = Self.verifier(Provider(answers: answers.map { .json($0) }).settings)
        let verified = try await verifier.verify("a")
        #expect(verified.details == Verdict.Details(host: "shop.example:8080"))
        for _ in 0..<3 {
            let verdict = try await verifier.verify("a")
            #expect(verdict.isAccepted)
            #expect(verdict.details == Verdict.Details(isUnverified: true))
            #expect("\(verdict)" == "accepted (unverified)")
        }
    }

    @Test("Its form has secret and token, and the address only where it is given")
    func form() async throws {
        let provider = Provider(answer: .json(Self.good))
        let verifier = Self.verifier(provider.settings)
        _ = try await verifier.verify(Provider.token)
        _ = try await verifier.verify(Provider.token, VerificationContext(remoteIP: "2001:db8::7", userAgent: "Web"))
        let requests = provider.requests
        try #require(requests.count == 2)
        for request in requests {
            #expect(request.method == "POST")
            #expect(request.target == "/validate")
            #expect(request.origin?.description == "https://smartcaptcha.cloud.yandex.ru")
            #expect(request.headerFields["Content-Type"] == "application/x-www-form-urlencoded")
            #expect(request.form["secret"] == Provider.secret)
            #expect(request.form["token"] == Provider.token)
        }
        #expect(requests[0].form.parameters.map(\.name) == ["secret", "token"])
        #expect(requests[1].form.parameters.map(\.name) == ["secret", "token", "ip"])
        #expect(requests[1].form["ip"] == "2001:db8::7")
    }

    @Test("As a GET it has the same in its query, and no body; the earlier host has a name")
    func query() async throws {
        let provider = Provider(answer: .json(Self.good))
        var verifier = Self.verifier(provider.settings)
        verifier.method = .get
        verifier.endpoint = SmartCaptchaVerifier.earlierEndpoint
        let verdict = try await verifier.verify(Provider.token, VerificationContext(remoteIP: "192.0.2.1"))
        #expect(verdict.isAccepted)
        let request = try #require(provider.requests.first)
        #expect(request.method == "GET")
        #expect(request.origin?.description == "https://smartcaptcha.yandexcloud.net")
        #expect(request.rawQuery == "secret=sec-0815&token=tok-4711%2F%2B%3D%26%25&ip=192.0.2.1")
        #expect(request.body.isEmpty)
    }

    @Test(
        "By its advice every status but 200 passes, and no failed connection or unreadable answer",
        arguments: [
            (UpstreamAnswer.status(500), true), (.status(403), true), (.redirect(to: "/"), true), (.status(204), true),
            (.html("<html>"), false), (.dropConnection, false), (.json(#"{"status":"failed"}"#), false),
            (.json(#"{"status":"failed","message":"Authentication failed."}"#), false),
        ])
    func advice(answer: UpstreamAnswer, isAccepted: Bool) async throws {
        var settings = Provider(answer: answer).settings
        settings.unablePolicy = .smartCaptchaAdvice
        let verdict = try await Self.verifier(settings).verify("a")
        #expect(verdict.isAccepted == isAccepted)
        #expect(verdict.landing != .accepted)
    }
}
