import CaptchaRetry
import Foundation
import TestSupport
import Testing

@testable import CaptchaRetryTesting

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite("LoopbackUpstream", .timeLimit(.minutes(60)))
struct LoopbackUpstreamTests {
    @Test("A request over a real socket reaches the rule whole, and its answer comes back")
    func roundTrip() async throws {
        try await LoopbackUpstream.withUpstream { request in
            .json(#"{"name": "\#(request.query["name"] ?? "-")"}"#, status: 201, headerFields: ["X-Rule": "1"])
        } run: { upstream in
            var request = URLRequest(url: try #require(URL(string: "\(upstream.baseURL)/a%20b?name=J%C3%BCrgen")))
            request.httpMethod = "POST"
            request.httpBody = Data("key=a+b%26".utf8)
            let (data, response) = try await URLSession.shared.data(for: request)
            #expect(JSONElement(data)?["name"]?.string == "Jürgen")
            #expect((response as? HTTPURLResponse)?.statusCode == 201)
            #expect((response as? HTTPURLResponse)?.value(forHTTPHeaderField: "x-rule") == "1")
            let seen = try #require(upstream.requests.first)
            #expect(seen.method == "POST")
            #expect(seen.target == "/a%20b?name=J%C3%BCrgen")
            #expect(seen.path == "/a b")
            #expect(seen.form["key"] == "a b&")
            #expect(seen.origin == Origin(upstream.baseURL))
        }
    }

    @Test("200 requests at once are all answered, each with its own answer")
    func parallel() async throws {
        try await LoopbackUpstream.withUpstream {
            .text($0.path)
        } run: { upstream in
            let base = upstream.baseURL
            try await withThrowingTaskGroup(of: Bool.self) { group in
                for number in 0..<200 {
                    group.addTask {
                        let (data, _) = try await URLSession.shared.data(
                            from: base.appendingPathComponent("\(number)"))
                        return String(decoding: data, as: UTF8.self) == "/\(number)"
                    }
                }
                for try await isRight in group { #expect(isRight) }
            }
            #expect(Set(upstream.requests.map(\.path)).count == 200)
        }
    }

    @Test("A large body goes through in both directions")
    func largeBodies() async throws {
        try await LoopbackUpstream.withUpstream {
            .body($0.body, type: "application/octet-stream")
        } run: { upstream in
            let body = Data(repeatElement(0...UInt8.max, count: 12_000).joined())
            var request = URLRequest(url: upstream.baseURL)
            request.httpMethod = "POST"
            let (echo, _) = try await URLSession.shared.upload(for: request, from: body)
            #expect(echo == body)
        }
    }

    @Test("A list of answers is given in order, and status 500 when it is used up")
    func answers() async throws {
        try await LoopbackUpstream.withUpstream(answers: [.status(204), .redirect(to: "/next"), .text("end")]) {
            upstream in
            let (data, response) = try await URLSession.shared.data(from: upstream.baseURL)
            #expect(data.isEmpty)
            #expect((response as? HTTPURLResponse)?.statusCode == 204)
            let (end, redirected) = try await URLSession.shared.data(from: upstream.baseURL)
            #expect(end == Data("end".utf8))
            #expect(redirected.url?.path == "/next")
            let (_, last) = try await URLSession.shared.data(from: upstream.baseURL)
            #expect((last as? HTTPURLResponse)?.statusCode == 500)
        }
    }

    @Test("A connection serves one request after the other until it is closed")
    func keepAlive() async throws {
        try await LoopbackUpstream.withUpstream {
            .text($0.path)
        } run: { upstream in
            let client = try RawClient(port: upstream.port)
            for path in ["/one", "/two"] {
                try await client.send("GET \(path) HTTP/1.1\r\nHost: h\r\n\r\n")
                let response = try await client.response()
                #expect(response?.status == 200)
                #expect(response?.body == path)
            }
            try await client.send("GET /three HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n")
            #expect(try await client.rest().hasSuffix("Connection: close\r\nContent-Length: 6\r\n\r\n/three"))
        }
    }

    @Test("A chunked body is put together, and one that the client holds back is called for")
    func bodies() async throws {
        try await LoopbackUpstream.withUpstream {
            .text($0.body.map { String($0) }.joined())
        } run: { upstream in
            let chunked = try await RawClient.exchange(
                "POST / HTTP/1.1\r\nHost: h\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n"
                    + "1\r\n\u{1}\r\n2\r\n\u{2}\u{3}\r\n0\r\n\r\n", port: upstream.port)
            #expect(chunked.hasSuffix("\r\n\r\n123"))

            let client = try RawClient(port: upstream.port)
            try await client.send("PUT / HTTP/1.1\r\nHost: h\r\nExpect: 100-continue\r\nContent-Length: 1\r\n\r\n")
            #expect(try await client.response()?.head == "HTTP/1.1 100 Continue")
            try await client.send("\u{7}")
            #expect(try await client.response()?.body == "7")
        }
    }

    @Test(
        "What is no valid request is refused, its connection ends, and the rule never sees it",
        arguments: [
            ("nonsense\r\n\r\n", 400), ("GET / HTTP/1.1\r\n\r\n", 400), ("GET / HTTP/3\r\nHost: h\r\n\r\n", 505),
            ("GET / HTTP/1.1\r\nHost: h\r\nX: " + String(repeating: "x", count: 2_000) + "\r\n\r\n", 431),
            ("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 200\r\n\r\n" + String(repeating: "x", count: 200), 413),
            ("POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\nC8\r\n", 413),
        ])
    func refusals(text: String, status: Int) async throws {
        var limits = LoopbackLimits()
        limits.headerSize = 1_000
        limits.bodySize = 100
        let upstream = LoopbackUpstream(limits: limits) { _ in .status(200) }
        try upstream.start()
        defer { upstream.stop() }
        let answer = try await RawClient.exchange(text, port: upstream.port)
        #expect(answer.hasPrefix("HTTP/1.1 \(status) Error\r\n"))
        #expect(answer.contains("Connection: close\r\n"))
        #expect(upstream.requests.isEmpty)
    }

    @Test("A client that reads only after it has sent far too much still sees why it was refused")
    func refusedWhileSending() async throws {
        var limits = LoopbackLimits()
        limits.bodySize = 100
        let upstream = LoopbackUpstream(limits: limits) { _ in .status(200) }
        try upstream.start()
        defer { upstream.stop() }
        let body = String(repeating: "x", count: 5_000_000)
        let answer = try await RawClient.exchange(
            "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: \(body.utf8.count)\r\n\r\n" + body, port: upstream.port)
        #expect(answer.hasSuffix("\r\n\r\nthe body is too large"))
    }

    @Test("A client that ends in the middle of a request is told so, and one that ends before it is not")
    func incomplete() async throws {
        try await LoopbackUpstream.withUpstream { _ in
            .status(200)
        } run: { upstream in
            for (text, status) in [("GET / HT", 400), ("", nil)] {
                let client = try RawClient(port: upstream.port)
                try await client.send(text)
                client.finishSending()
                let answer = try await client.rest()
                if let status { #expect(answer.hasPrefix("HTTP/1.1 \(status) ")) } else { #expect(answer.isEmpty) }
            }
            #expect(upstream.requests.isEmpty)
        }
    }

    @Test("A rule that throws is answered with status 500, which does not say what was thrown")
    func throwingRule() async throws {
        struct RuleError: Error { var secret = "s3cret" }
        try await LoopbackUpstream.withUpstream { _ in
            throw RuleError()
        } run: { upstream in
            let answer = try await RawClient.exchange(
                "GET / HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n", port: upstream.port)
            #expect(answer.hasPrefix("HTTP/1.1 500 Error\r\n"))
            #expect(!answer.contains("s3cret"))
        }
    }

    @Test("Failures of the connection are real ones")
    func connectionFailures() async throws {
        let response = PlainResponse(body: Data("abcdef".utf8))
        try await LoopbackUpstream.withUpstream(answers: [
            .dropConnection, .truncated(response, afterBytes: 2), .raw(Data("junk".utf8)),
        ]) { upstream in
            var answers: [String] = []
            for _ in 1...3 {
                answers.append(
                    try await RawClient.exchange("GET / HTTP/1.1\r\nHost: h\r\n\r\n", port: upstream.port))
            }
            #expect(answers[0] == "")
            #expect(answers[1].hasSuffix("Content-Length: 6\r\n\r\nab"))
            #expect(answers[2] == "junk")
        }
    }

    @Test("Requests are recorded while their rules are still at work")
    func suspendedRules() async throws {
        let gate = Gate()
        try await LoopbackUpstream.withUpstream { _ in
            await gate.wait()
            return .status(204)
        } run: { upstream in
            let clients = try (0..<20).map { _ in try RawClient(port: upstream.port) }
            for client in clients { try await client.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n") }
            await upstream.waitForRequests(20)
            await gate.waitForWaiters(20)
            gate.open()
            for client in clients { #expect(try await client.response()?.status == 204) }
        }
    }
}
