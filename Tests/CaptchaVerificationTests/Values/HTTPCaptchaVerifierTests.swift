import CaptchaRetryTesting
import CaptchaVerification
import Foundation
import Testing

/// A verifier as a user would write it, for a provider that is not in the package.
private struct OwnVerifier: HTTPCaptchaVerifier {
    var settings: VerificationSettings
    var endpoint = "https://captcha.example/check"
    var answerLimit = 64 * 1024
    let maximumTokenLength = 16

    func request(for token: String, _ context: VerificationContext) -> VerificationRequest? {
        guard let url = URL(string: endpoint) else { return nil }
        var request = VerificationRequest(form: [("token", token)], to: url)
        request.answerLimit = answerLimit
        return request
    }

    func outcome(of response: VerificationResponse) -> Verdict.Outcome {
        response.body == Data("yes".utf8) ? .accepted(.init()) : .rejected(.init(.invalid))
    }
}

private enum RequestID {
    @TaskLocal static var current = "none"
}

@Suite("Asking over HTTP")
struct HTTPCaptchaVerifierTests {
    @Test("A provider of one's own is a request and a reading")
    func own() async throws {
        let verifier = OwnVerifier(settings: Provider(answers: [.text("yes"), .text("no")]).settings)
        #expect(try await verifier.verify("a").landing == .accepted)
        #expect(try await verifier.verify("a").landing == .rejected(.invalid))
    }

    /// Lets the three seconds pass that the settings give an answer, once it is waited for.
    private func expectTimeOut(
        _ settings: VerificationSettings, _ clock: ManualClock, whenAsked: () async -> Void
    ) async throws {
        async let verdict = OwnVerifier(settings: settings).verify("a")
        await whenAsked()
        await clock.waitForSleepers()
        clock.advance(by: .seconds(3))
        #expect(try await verdict.inability == Verdict.Inability(.transient, detail: "timed out"))
    }

    @Test("An answer that does not come in time is passing trouble, and its request is cancelled")
    func timeLimit() async throws {
        let clock = ManualClock()
        let gate = Gate()
        let wasCancelled = Gate()
        let provider = Provider { _ in
            if await !gate.wait() { wasCancelled.open() }
            return .text("yes")
        }
        var settings = provider.settings
        settings.clock = clock
        settings.timeLimit = .seconds(3)
        try await expectTimeOut(settings, clock) { await gate.waitForWaiters() }
        await wasCancelled.wait()
        #expect(clock.sleeperCount == 0)
    }

    /// A transport that answers when the gate opens, and does not care whether it is cancelled.
    private static func stubborn(_ gate: Gate, _ started: Gate) -> VerificationTransport {
        VerificationTransport { _ in
            started.open()
            // A task of its own does not hear of the cancellation.
            await Task { _ = await gate.wait() }.value
            return VerificationResponse(status: 200, body: Data("yes".utf8))
        }
    }

    @Test("A transport that ignores its cancellation holds nobody up when the time is over")
    func stubbornTransport() async throws {
        let (clock, gate, started) = (ManualClock(), Gate(), Gate())
        defer { gate.open() }
        let settings = VerificationSettings(
            transport: Self.stubborn(gate, started), timeLimit: .seconds(3), clock: clock)
        try await expectTimeOut(settings, clock) { _ = await started.wait() }
        #expect(!gate.isOpen)
    }

    @Test("A transport that ignores its cancellation does not hold up a caller that is cancelled")
    func stubbornTransportOfCancelled() async throws {
        let (gate, started) = (Gate(), Gate())
        defer { gate.open() }
        var settings = VerificationSettings(transport: Self.stubborn(gate, started), clock: ManualClock())
        settings.unablePolicy = .failOpen
        let verifier = OwnVerifier(settings: settings)
        let call = Task { try await verifier.verify("a") }
        await started.wait()
        call.cancel()
        await #expect(throws: CancellationError.self) { try await call.value }
        #expect(!gate.isOpen)
    }

    @Test("The transport sees the caller's task-local values")
    func taskLocals() async throws {
        let transport = VerificationTransport { _ in
            VerificationResponse(status: 200, body: Data(RequestID.current.utf8))
        }
        let verifier = OwnVerifier(settings: VerificationSettings(transport: transport))
        let verdict = try await RequestID.$current.withValue("yes") { try await verifier.verify("a") }
        #expect(verdict.isAccepted)
    }

    @Test("Turnstile's second attempt has a time limit of its own")
    func timeLimitOfSecond() async throws {
        let clock = ManualClock()
        let gate = Gate()
        let provider = Provider { _ in
            await gate.wait()
            return .json(SiteVerifyAnswers.good)
        }
        var settings = provider.settings
        settings.clock = clock
        let verifier = TurnstileVerifierTests.verifier(settings)
        async let verdict = verifier.verify("a")
        for attempt in 1...2 {
            await provider.upstream.waitForRequests(attempt)
            await clock.waitForSleepers()
            clock.advance(by: .seconds(5))
        }
        #expect(try await verdict.landing == .unable(.transient))
        #expect(provider.requests.count == 2)
    }

    @Test(
        "A time limit that no clock can count to is a long one, and stops no process",
        arguments: [Duration.seconds(Int64.max), Duration(secondsComponent: .max, attosecondsComponent: 0)])
    func endlessTimeLimit(limit: Duration) async throws {
        var settings = Provider(answer: .text("yes")).settings
        settings.timeLimit = limit
        #expect(try await OwnVerifier(settings: settings).verify("a").isAccepted)
        settings.timeLimit = .seconds(Int64.min)
        _ = try await OwnVerifier(settings: settings).verify("a")
    }

    @Test("An answer in time leaves no sleeper behind")
    func inTime() async throws {
        let clock = ManualClock()
        var settings = Provider(answer: .text("yes")).settings
        settings.clock = clock
        #expect(try await OwnVerifier(settings: settings).verify("a").isAccepted)
        #expect(clock.sleeperCount == 0)
    }

    @Test("A cancelled call ends with CancellationError, whatever the policy")
    func cancellation() async throws {
        let gate = Gate()
        let provider = Provider { _ in
            await gate.wait()
            return .text("yes")
        }
        var settings = provider.settings
        settings.unablePolicy = .failOpen
        let verifier = OwnVerifier(settings: settings)
        let call = Task { try await verifier.verify("a") }
        await gate.waitForWaiters()
        call.cancel()
        await #expect(throws: CancellationError.self) { try await call.value }
    }

    @Test("In a task that is cancelled already nothing is sent, also over a transport that does not look")
    func cancelledBefore() async throws {
        let wasSent = Gate()
        var settings = VerificationSettings(
            transport: VerificationTransport { _ in
                wasSent.open()
                return VerificationResponse(status: 200, body: Data("yes".utf8))
            })
        settings.unablePolicy = .failOpen
        let verifier = OwnVerifier(settings: settings)
        let call = Task {
            while !Task.isCancelled { await Task.yield() }
            return try await verifier.verify("a")
        }
        call.cancel()
        await #expect(throws: CancellationError.self) { try await call.value }
        #expect(!wasSent.isOpen)
    }

    @Test(
        "An endpoint that is no web address is our configuration, and nothing is sent",
        arguments: ["", "shop.example/validate", "file:///etc/passwd", "ftp://h.example/", "https:///validate"])
    func endpoint(text: String) async throws {
        let provider = Provider(answer: .text("yes"))
        let verdict = try await OwnVerifier(settings: provider.settings, endpoint: text).verify("a")
        #expect(verdict.landing == .unable(.misconfigured))
        #expect(provider.requests.isEmpty)
    }

    @Test(
        "A token that nobody can see, or with a control character, is rejected and never sent, whatever the policy",
        arguments: [
            " ", "\t", "\u{A0}", " \u{3000} ", "\u{FEFF}", " \u{200B}", "\u{3164}", "a\0", "a\nb", "\r\na", "a\u{7F}",
            "a\u{85}",
        ])
    func unprintable(token: String) async throws {
        let provider = Provider(answer: .status(400))
        var settings = provider.settings
        settings.unablePolicy = .failOpen
        let verdict = try await OwnVerifier(settings: settings).verify(token)
        #expect(verdict.landing == .rejected(.unusable))
        #expect(!verdict.isAccepted && provider.requests.isEmpty)
    }

    @Test("An answer of the largest size is read, and one byte more is malformed")
    func answerLimit() async throws {
        let good = SmartCaptchaVerifierTests.good
        let largest = good + String(repeating: " ", count: 64 * 1024 - good.utf8.count)
        let verifier = SmartCaptchaVerifierTests.verifier(
            Provider(answers: [.json(largest), .json(largest + " ")]).settings)
        #expect(try await verifier.verify("a").isAccepted)
        #expect(
            try await verifier.verify("a").inability
                == Verdict.Inability(.malformedAnswer, status: 200, detail: "too long"))
    }

    @Test("A request may have a limit of its own", arguments: [(3, Landing.accepted), (2, .unable(.malformedAnswer))])
    func ownAnswerLimit(limit: Int, landing: Landing) async throws {
        let verifier = OwnVerifier(settings: Provider(answer: .text("yes")).settings, answerLimit: limit)
        #expect(try await verifier.verify("a").landing == landing)
    }
}
