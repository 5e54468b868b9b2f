import CaptchaRetry
import CaptchaRetryTesting
import CaptchaVerification
import Foundation
import Testing

@Suite("The URLSession transport", .timeLimit(.minutes(60)))
struct URLSessionTransportTests {
    private func verifier(_ upstream: LoopbackUpstream, timeout: Duration = .seconds(3_000)) -> SmartCaptchaVerifier {
        // No time limit that a loaded machine can reach: what ends a wait here is the transport.
        let settings = VerificationSettings(
            transport: .urlSession(timeout: timeout), timeLimit: .seconds(3_000))
        return SmartCaptchaVerifier(
            secret: SecretKey(Provider.secret), endpoint: upstream.baseURL.appendingPathComponent("validate"),
            settings: settings)
    }

    @Test("A form goes out as it was made, and the answer is read")
    func post() async throws {
        try await LoopbackUpstream.withUpstream(answers: [.json(SmartCaptchaVerifierTests.good)]) { upstream in
            let verdict = try await verifier(upstream).verify(
                "ä+&=", VerificationContext(remoteIP: "192.0.2.1"))
            #expect(verdict.details?.host == "shop.example:8080")
            let request = try #require(upstream.requests.first)
            #expect(request.method == "POST" && request.target == "/validate")
            #expect(request.headerFields["Content-Type"] == "application/x-www-form-urlencoded")
            #expect(request.headerFields["Accept"] == "application/json")
            #expect(request.headerFields["Cookie"] == nil)
            #expect(request.body == Data("secret=sec-0815&token=%C3%A4%2B%26%3D&ip=192.0.2.1".utf8))
        }
    }

    @Test("A GET goes out with its query, and without a body")
    func get() async throws {
        try await LoopbackUpstream.withUpstream(answers: [.json(SmartCaptchaVerifierTests.good)]) { upstream in
            var verifier = verifier(upstream)
            verifier.method = .get
            let verdict = try await verifier.verify("ä+&=")
            #expect(verdict.isAccepted)
            #expect(upstream.requests.first?.target == "/validate?secret=sec-0815&token=%C3%A4%2B%26%3D")
            #expect(upstream.requests.first?.body.isEmpty == true)
        }
    }

    @Test("A redirect is not followed, so the secret goes nowhere else", arguments: [301, 302, 303, 307, 308])
    func redirect(status: Int) async throws {
        try await LoopbackUpstream.withUpstream(answers: []) { elsewhere in
            let answer = UpstreamAnswer.redirect(to: "\(elsewhere.baseURL)/validate", status: status)
            try await LoopbackUpstream.withUpstream(answers: [answer, answer]) { upstream in
                var verifier = verifier(upstream)
                for method in [SmartCaptchaVerifier.Method.post, .get] {
                    verifier.method = method
                    let verdict = try await verifier.verify("a")
                    #expect(verdict.inability == Verdict.Inability(.misconfigured, status: status))
                }
                #expect(upstream.requests.count == 2)
            }
            #expect(elsewhere.requests.isEmpty)
        }
    }

    @Test("A port that nobody listens on is passing trouble")
    func refused() async throws {
        var verifier = verifier(LoopbackUpstream(answers: []))
        // A port of the system's own. One that was free a moment ago may be that of another test by now.
        verifier.endpoint = try #require(URL(string: "http://127.0.0.1:1/validate"))
        let verdict = try await verifier.verify("a")
        #expect(verdict.inability == Verdict.Inability(.transient, detail: "URLError -1004"))
    }

    @Test("A port that there cannot be, and a URL that a transport does not take, are our configuration")
    func noAddress() async throws {
        var verifier = verifier(LoopbackUpstream(answers: []))
        verifier.endpoint = try #require(URL(string: "http://127.0.0.1:99999/validate"))
        let verdict = try await verifier.verify("a")
        #expect(verdict.landing == .unable(.misconfigured))
        for code in [URLError.Code.badURL, .unsupportedURL] {
            verifier.settings.transport = VerificationTransport { _ in throw URLError(code) }
            let verdict = try await verifier.verify("a")
            #expect(verdict.landing == .unable(.misconfigured))
        }
    }

    @Test("A cancelled call leaves at once with CancellationError, and the session goes on")
    func cancelled() async throws {
        let gate = Gate()
        defer { gate.open() }
        try await LoopbackUpstream.withUpstream { request in
            if request.form["token"] == "stuck" { await gate.wait() }
            return .json(SmartCaptchaVerifierTests.good)
        } run: { upstream in
            let verifier = verifier(upstream)
            let call = Task { try await verifier.verify("stuck") }
            await upstream.waitForRequests()
            call.cancel()
            await #expect(throws: CancellationError.self) { try await call.value }
            let verdict = try await verifier.verify("a")
            #expect(verdict.isAccepted)
        }
    }

    @Test("A hundred calls that are cancelled at any moment all end, in a verdict or in CancellationError")
    func cancelledAtAnyMoment() async throws {
        try await LoopbackUpstream.withUpstream { _ in
            .json(SmartCaptchaVerifierTests.good)
        } run: { upstream in
            let verifier = verifier(upstream)
            for round in 0..<25 {
                let calls = (0..<4).map { number in Task { try await verifier.verify("\(round) \(number)") } }
                for (number, call) in calls.enumerated() {
                    for _ in 0..<(round * number) { await Task.yield() }
                    call.cancel()
                }
                for call in calls {
                    switch await call.result {
                    case .success(let verdict): #expect(verdict.isAccepted)
                    case .failure(let error): #expect(error is CancellationError)
                    }
                }
            }
        }
    }

    @Test("A hundred calls at the same time are a hundred requests at the same time: none waits for another's answer")
    func parallel() async throws {
        let (all, count) = (Gate(), 100)
        defer { all.open() }
        try await LoopbackUpstream.withUpstream { _ in
            await all.wait()
            return .json(SmartCaptchaVerifierTests.good)
        } run: { upstream in
            var verifier = verifier(upstream)
            // For the case that they never are.
            verifier.settings.timeLimit = .seconds(300)
            let calls = (0..<count).map { [verifier] number in Task { try await verifier.verify("\(number)") } }
            let watch = Task {
                await upstream.waitForRequests(count)
                all.open()
            }
            for call in calls {
                let verdict = try await call.value
                #expect(verdict.isAccepted)
            }
            watch.cancel()
        }
    }

    @Test("The verifier's time limit ends a wait for an answer that never comes")
    func timeLimit() async throws {
        let gate = Gate()
        defer { gate.open() }
        try await LoopbackUpstream.withUpstream { _ in
            await gate.wait()
            return .status(200)
        } run: { upstream in
            let clock = ManualClock()
            var verifier = verifier(upstream)
            verifier.settings.clock = clock
            verifier.settings.timeLimit = .seconds(5)
            let timed = verifier
            async let call = timed.verify("a")
            await upstream.waitForRequests()
            await clock.waitForSleepers()
            clock.advance(by: .seconds(5))
            let verdict = try await call
            #expect(verdict.inability == Verdict.Inability(.transient, detail: "timed out"))
        }
    }

    #if canImport(FoundationNetworking)
        @Test("The transport's own timeout ends it as well")
        func timeout() async throws {
            let gate = Gate()
            defer { gate.open() }
            try await LoopbackUpstream.withUpstream { _ in
                await gate.wait()
                return .status(200)
            } run: { upstream in
                // None at all on Linux, so that there is nothing to wait for.
                let verdict = try await verifier(upstream, timeout: .zero).verify("a")
                #expect(verdict.inability == Verdict.Inability(.transient, detail: "URLError -1001"))
            }
        }
    #endif

    @Test(
        "A timeout that makes no sense is a long one or none, and stops no process",
        arguments: [Duration.seconds(Int64.max), .seconds(-5), .nanoseconds(1)])
    func oddTimeouts(timeout: Duration) async throws {
        try await LoopbackUpstream.withUpstream(answers: [.json(SmartCaptchaVerifierTests.good)]) { upstream in
            let verdict = try await verifier(upstream, timeout: timeout).verify("a")
            // A second, which the shortest becomes on Linux, may pass on a busy machine.
            #expect(verdict.isAccepted || timeout < .seconds(1) && verdict.inability?.cause == .transient)
        }
    }

    @Test("Of 3 MB little more than the limit is read")
    func large() async throws {
        let body = Data(repeating: UInt8(ascii: " "), count: 3_000_000)
        try await LoopbackUpstream.withUpstream { _ in
            .body(body, type: "application/json")
        } run: { upstream in
            let transport = VerificationTransport.urlSession(timeout: .seconds(3_000))
            var verifier = verifier(upstream)
            verifier.settings.transport = transport
            let verdict = try await verifier.verify("a")
            #expect(verdict.inability == Verdict.Inability(.malformedAnswer, status: 200, detail: "too long"))
            let response = try await transport.send(VerificationRequest(url: upstream.baseURL))
            #expect((64 * 1024 + 1..<3_000_000).contains(response.body.count))
            let patient = VerificationRequest(url: upstream.baseURL, answerLimit: 3_000_000)
            #expect(try await transport.send(patient).body == body)
        }
    }

    @Test("A 401 that asks for a password is an answer like any other")
    func unauthorized() async throws {
        let answer = UpstreamAnswer.json(
            #"{"error":{}}"#, status: 401, headerFields: ["WWW-Authenticate": #"Basic realm="captcha""#])
        try await LoopbackUpstream.withUpstream(answers: [answer]) { upstream in
            let verdict = try await verifier(upstream).verify("a")
            #expect(verdict.inability == Verdict.Inability(.misconfigured, status: 401))
        }
    }

    @Test("An answer that breaks off is passing trouble")
    func truncated() async throws {
        let response = PlainResponse(body: Data(SmartCaptchaVerifierTests.good.utf8))
        try await LoopbackUpstream.withUpstream(answers: [.truncated(response, afterBytes: 20)]) { upstream in
            let verdict = try await verifier(upstream).verify("a")
            #expect(verdict.landing == .unable(.transient))
        }
    }

    @Test("A kept connection that is lost under a request is passing trouble at once, and nothing is sent twice")
    func lostConnection() async throws {
        let answers = [UpstreamAnswer.json(SmartCaptchaVerifierTests.good), .dropConnection]
        try await LoopbackUpstream.withUpstream(answers: answers) { upstream in
            let verifier = verifier(upstream)
            let first = try await verifier.verify("a")
            #expect(first.isAccepted)
            let second = try await verifier.verify("b")
            #expect(second.landing == .unable(.transient))
            #expect(upstream.requests.count == 2)
        }
    }
}
