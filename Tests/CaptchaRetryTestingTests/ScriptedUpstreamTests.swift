import CaptchaRetry
import CaptchaRetryTesting
import Foundation
import Testing

@Suite("ScriptedUpstream", .timeLimit(.minutes(60)))
struct ScriptedUpstreamTests {
    let request = PlainRequest("POST", url: URL(string: "https://api.test/orders"), body: .data(Data("a=1".utf8)))

    private struct RuleError: Error {}

    @Test("A request is recorded and answered by the rule")
    func rule() async throws {
        let upstream = ScriptedUpstream { request in
            guard request.form["a"] == "1" else { return .status(403) }
            return .json(#"{"ok": true}"#, headerFields: ["X-Rule": "1"])
        }
        let response = try await upstream.send(request)
        #expect(response.status == 200)
        #expect(response.json()?["ok"]?.bool == true)
        #expect(response.headerFields == ["X-Rule": "1", "Content-Type": "application/json"])
        #expect(response.url == request.url)
        #expect(upstream.requests == [UpstreamRequest(request)])
        #expect(try await upstream.send(PlainRequest(url: request.url)).status == 403)
        #expect(upstream.requests.map(\.method) == ["POST", "GET"])
    }

    @Test("A list of answers is given in order, and status 500 when it is used up")
    func answers() async throws {
        let upstream = ScriptedUpstream(answers: [
            .text("one", status: 201), .html("<p>two</p>"), .redirect(to: "/three"), .status(204),
            .body(Data([0, 1]), type: "image/png", headerFields: ["content-type": "image/gif"]),
        ])
        var responses: [PlainResponse] = []
        for _ in 1...6 { responses.append(try await upstream.send(request)) }
        #expect(responses.map(\.status) == [201, 200, 302, 204, 200, 500])
        #expect(responses[0].headerFields["Content-Type"] == "text/plain; charset=utf-8")
        #expect(responses[1].headerFields["Content-Type"] == "text/html; charset=utf-8")
        #expect(responses[1].body == Data("<p>two</p>".utf8))
        #expect(responses[2].headerFields["Location"] == "/three")
        #expect(responses[4].headerFields.fields.map(\.value) == ["image/gif"])
    }

    @Test("HEAD is answered without a body")
    func head() async throws {
        let response = try await ScriptedUpstream { _ in .text("body") }.send(PlainRequest("HEAD", url: request.url))
        #expect(response.body.isEmpty)
        #expect(response.headerFields["Content-Type"] != nil)
    }

    @Test(
        "An answer that is a failure of the connection is thrown",
        arguments: [
            (UpstreamAnswer.dropConnection, UpstreamConnectionError.dropped),
            (.truncated(PlainResponse(body: Data("long".utf8)), afterBytes: 2), .truncated),
            (.raw(Data("?".utf8)), .notHTTP),
        ])
    func connectionFailures(answer: UpstreamAnswer, error: UpstreamConnectionError) async {
        let upstream = ScriptedUpstream(answers: [answer])
        await #expect(throws: error) { try await upstream.send(request) }
        #expect(upstream.requests.count == 1)
    }

    @Test("What a rule throws is thrown")
    func throwingRule() async {
        await #expect(throws: RuleError.self) {
            try await ScriptedUpstream { _ in throw RuleError() }.send(request)
        }
    }

    @Test("A request of a task that is cancelled already is neither recorded nor answered")
    func cancelledBefore() async {
        let upstream = ScriptedUpstream { _ in .status(200) }
        let (gate, request) = (Gate(), request)
        let task = Task {
            await gate.wait()
            return try await upstream.send(request)
        }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(upstream.requests.isEmpty)
    }

    @Test("A request that is cancelled while the rule is at work throws CancellationError, whatever the rule does then")
    func cancelledDuring() async {
        let rules: [@Sendable (Gate) async throws -> UpstreamAnswer] = [
            { gate in
                await gate.wait()
                return .status(200)
            },
            { gate in
                await gate.wait()
                throw RuleError()
            },
        ]
        for rule in rules {
            let (gate, request) = (Gate(), request)
            let upstream = ScriptedUpstream { _ in try await rule(gate) }
            let task = Task { try await upstream.send(request) }
            await gate.waitForWaiters()
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
            #expect(upstream.requests.count == 1)
        }
    }

    @Test("Requests at the same time are all recorded, and can be waited for")
    func concurrency() async throws {
        let gate = Gate()
        let upstream = ScriptedUpstream { request in
            await gate.wait()
            return .text(request.path)
        }
        let tasks = (0..<100).map { number in
            Task { try await upstream.send(PlainRequest(url: URL(string: "https://api.test/\(number)"))) }
        }
        await upstream.waitForRequests(100)
        #expect(Set(upstream.requests.map(\.path)).count == 100)
        gate.open()
        for (number, task) in tasks.enumerated() {
            #expect(try await task.value.body == Data("/\(number)".utf8))
        }
    }

    @Test("It can be handed to anything that takes a send closure")
    func asClosure() async throws {
        func perform(_ request: PlainRequest, send: (PlainRequest) async throws -> PlainResponse) async throws -> Int {
            try await send(request).status
        }
        let upstream = ScriptedUpstream(answers: [.status(202)])
        #expect(try await perform(request, send: upstream.send) == 202)
    }
}
