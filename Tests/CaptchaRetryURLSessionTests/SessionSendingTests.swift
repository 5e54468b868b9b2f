import CaptchaRetry
import CaptchaRetryTesting
import Foundation
import TestSupport
import Testing

@testable import CaptchaRetryURLSession

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite("What a session sends and receives", .timeLimit(.minutes(60)))
struct SessionSendingTests {
    private static let echo: UpstreamRule = { .text($0.everything) }

    @Test("Data from a URL comes back with its response")
    func dataFromURL() async throws {
        try await LoopbackUpstream.withUpstream { _ in
            .json(#"{"ok": 1}"#, status: 418)
        } run: { upstream in
            let (data, response) = try await CaptchaRetryingSession().data(from: upstream.baseURL)
            #expect(data == Data(#"{"ok": 1}"#.utf8))
            #expect((response as? HTTPURLResponse)?.statusCode == 418)
            #expect(upstream.requests.map(\.method) == ["GET"])
        }
    }

    @Test("The body of an upload takes the place of the request's own")
    func upload() async throws {
        try await LoopbackUpstream.withUpstream(Self.echo) { upstream in
            let request = try URLRequest.to("/", of: upstream, "PUT", body: "own")
            _ = try await CaptchaRetryingSession().upload(for: request, from: Data("uploaded".utf8))
            #expect(upstream.requests.map(\.bodyText) == ["uploaded"])
            _ = try await CaptchaRetryingSession().upload(for: request, from: Data())
            #expect(upstream.requests.last?.bodyText == "")
        }
    }

    @Test("An empty body is no body", arguments: ["GET", "POST", "DELETE"])
    func emptyBody(method: String) async throws {
        try await LoopbackUpstream.withUpstream(Self.echo) { upstream in
            let request = try URLRequest.to("/", of: upstream, method, body: "")
            _ = try await CaptchaRetryingSession().data(for: request)
            let received = try #require(upstream.requests.first)
            #expect(received.body.isEmpty)
            #expect(received.headerFields["Content-Type"] == nil)
            #expect(received.headerFields["Content-Length"] ?? "0" == "0")
        }
    }

    @Test("A POST without a Content-Type gets that of a form, one with it keeps it")
    func contentType() async throws {
        try await LoopbackUpstream.withUpstream(Self.echo) { upstream in
            let session = CaptchaRetryingSession()
            _ = try await session.data(for: .to("/", of: upstream, "POST", body: "a"))
            _ = try await session.data(
                for: .to("/", of: upstream, "POST", headers: ["content-type": "text/x-own"], body: "a"))
            let types = upstream.requests.map { $0.headerFields["Content-Type"] }
            #expect(types == ["application/x-www-form-urlencoded", "text/x-own"])
        }
    }

    @Test("Eight mebibytes go and come back unchanged")
    func bigBodies() async throws {
        var random = SeededGenerator(seed: 8)
        let body = Data((0..<1 << 20).flatMap { _ in withUnsafeBytes(of: random.next()) { Array($0) } })
        try await LoopbackUpstream.withUpstream { request in
            .body(request.body, type: "application/octet-stream")
        } run: { upstream in
            let request = try URLRequest.to("/", of: upstream, "POST")
            let (data, _) = try await CaptchaRetryingSession().upload(for: request, from: body)
            #expect(upstream.requests.first?.body == body)
            #expect(data == body)
        }
    }

    @Test("HEAD, 204 and 304 have no body")
    func noBody() async throws {
        try await LoopbackUpstream.withUpstream { request in
            request.method == "HEAD" ? .text("body") : .status(request.path == "/204" ? 204 : 304)
        } run: { upstream in
            let session = CaptchaRetryingSession()
            let head = try await session.text(for: .to("/", of: upstream, "HEAD"))
            #expect(head.response.statusCode == 200 && head.text.isEmpty)
            for status in [204, 304] {
                let (text, response) = try await session.text(for: .to("/\(status)", of: upstream))
                #expect(response.statusCode == status && text.isEmpty)
            }
        }
    }

    @Test("Header fields are found whatever their case, and those of one name are joined")
    func responseFields() async throws {
        try await LoopbackUpstream.withUpstream { _ in
            .text("", headerFields: ["X-Twice": "1", "x-Lower-CASE": "v", "X-Twice": "2"])
        } run: { upstream in
            let (_, response) = try await CaptchaRetryingSession().text(for: .to("/", of: upstream))
            #expect(response.value(forHTTPHeaderField: "X-LOWER-CASE") == "v")
            #expect(response.value(forHTTPHeaderField: "X-Twice") == "1, 2")
        }
    }

    @Test("The configuration's header fields are sent, the request's own go before, and Host can be set")
    func additionalFields() async throws {
        try await LoopbackUpstream.withUpstream(Self.echo) { upstream in
            let configuration = URLSessionConfiguration.patient
            configuration.httpAdditionalHeaders = ["X-Added": "1", "X-Both": "configuration"]
            let headers = ["x-both": "request", "Host": "other.example"]
            _ = try await CaptchaRetryingSession(configuration).data(for: .to("/", of: upstream, headers: headers))
            let fields = try #require(upstream.requests.first).headerFields
            #expect(fields["X-Added"] == "1")
            #expect(fields.fields.filter { $0.name.lowercased() == "x-both" }.map(\.value) == ["request"])
            #expect(fields["Host"] == "other.example")
        }
    }

    @Test("A length that the caller gave does not cut off the token", arguments: ["1", "100"])
    func contentLength(length: String) async throws {
        try await LoopbackUpstream.withUpstream { request in
            request.form["captcha_token"] == nil ? .json(#"{"captcha": 1}"#, status: 403) : .text("ok")
        } run: { upstream in
            let headers = ["content-length": length]
            let request = try URLRequest.to("/", of: upstream, "POST", headers: headers, body: "a=1")
            _ = try await CaptchaRetryingSession(scheme: TokenPlace.form.scheme).data(for: request)
            #expect(upstream.requests.map(\.bodyText) == ["a=1", "a=1&captcha_token=secret%2Btoken%2F1%3D%3D"])
        }
    }

    @Test("The caller's configuration stays as it was, and later changes of it make no difference")
    func configurationIsCopied() async throws {
        try await LoopbackUpstream.withUpstream(Self.echo) { upstream in
            let configuration = URLSessionConfiguration.patient
            let cache = configuration.urlCache
            let session = CaptchaRetryingSession(configuration)
            #expect(configuration.urlCache === cache)
            #expect(configuration.httpShouldSetCookies)
            configuration.httpAdditionalHeaders = ["X-Late": "1"]
            _ = try await session.data(for: .to("/", of: upstream))
            #expect(upstream.requests.first?.headerFields["X-Late"] == nil)
        }
    }

    @Test("The default configuration works, and its responses are not cached on Linux")
    func defaultConfiguration() async throws {
        try await LoopbackUpstream.withUpstream { _ in
            .text("cacheable", headerFields: ["Cache-Control": "max-age=3600"])
        } run: { upstream in
            let session = CaptchaRetryingSession(.default)
            for _ in 0..<2 {
                let (text, _) = try await session.text(for: .to("/", of: upstream))
                #expect(text == "cacheable")
            }
            #if canImport(FoundationNetworking)
                #expect(upstream.requests.count == 2)
            #endif
        }
    }

    @Test("What is no HTTP comes back as it is")
    func dataURL() async throws {
        let (data, response) = try await CaptchaRetryingSession().data(for: .to("data:text/plain,hi"))
        #expect(data == Data("hi".utf8))
        #expect(!(response is HTTPURLResponse))
    }
}
