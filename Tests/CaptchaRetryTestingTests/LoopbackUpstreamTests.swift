import CaptchaRetry
import Foundation
import Testing

@testable import CaptchaRetryTesting

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite("LoopbackUpstream")
struct LoopbackUpstreamTests {
    @Test("A request over a real socket reaches the rule whole, and its answer comes back")
    func roundTrip() async throws {
        try await LoopbackUpstream.withUpstream { request in
            .json(#"{"name": "\#(request.query["name"] ?? "-")"}"#, status: 201, headerFields: ["X-Rule": "1"])
        } run: { upstream in
            var request = URLRequest(url: upstream.baseURL.appendingPathComponent("a b"))
            request.url = request.url.flatMap { URL(string: $0.absoluteString + "?name=J%C3%BCrgen") }
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
                        let (data, _) = try await URLSession.shared.data(from: base.appendingPathComponent("\(number)"))
                        return String(decoding: data, as: UTF8.self) == "/\(number)"
                    }
                }
                for try await isRight in group { #expect(isRight) }
            }
            #expect(upstream.requests.count == 200)
        }
    }
}
