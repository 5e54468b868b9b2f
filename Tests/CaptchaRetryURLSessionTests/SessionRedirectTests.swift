import CaptchaRetry
import CaptchaRetryTesting
import Foundation
import Testing

@testable import CaptchaRetryURLSession

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite("Redirects of a session", .timeLimit(.minutes(60)))
struct SessionRedirectTests {
    private static let statuses = [301, 302, 303, 307, 308]

    /// Challenges until there is a token, then redirects: to the location, with the query that came.
    private static func gatekeeper(_ place: TokenPlace, _ status: Int, to location: String) -> UpstreamRule {
        { request in
            guard place.token(in: request) == TokenScheme.token else { return .json(#"{"captcha": 1}"#, status: 403) }
            return .redirect(to: location + (request.rawQuery.map { "?" + $0 } ?? ""), status: status)
        }
    }

    @Test(
        "No token reaches another origin, from no place, with no status (rule 7)",
        arguments: TokenPlace.allCases, statuses)
    func otherOrigin(place: TokenPlace, status: Int) async throws {
        let other = LoopbackUpstream { _ in .text("other") }
        try other.start()
        defer { other.stop() }
        let rule = Self.gatekeeper(place, status, to: "http://127.0.0.1:\(other.port)/landing")
        try await LoopbackUpstream.withUpstream(rule) { home in
            let session = CaptchaRetryingSession(scheme: place.scheme)
            let (text, response) = try await session.text(for: place.request("/p?keep=%2B", of: home))
            #expect(text == "other")
            #expect(response.url?.port == other.port)
            #expect(home.requests.count == 2)
            #expect(home.requests.last?.carriesToken == true)
            let received = try #require(other.requests.first)
            #expect(other.requests.count == 1)
            #expect(!received.carriesToken)
            #expect(received.target == "/landing?keep=%2B")
            #expect(received.headerFields["Authorization"] == nil)
            #expect(received.headerFields["X-Own"] == "1")
            #expect(received.headerFields["Cookie"] == nil)
            #expect(received.method == (status < 307 ? "GET" : "POST"))
            #expect(received.bodyText == (status < 307 ? "" : place.body))
        }
    }

    @Test(
        "To the same origin the token goes along, and 307 and 308 repeat the body",
        arguments: TokenPlace.allCases, statuses)
    func sameOrigin(place: TokenPlace, status: Int) async throws {
        let gatekeeper = Self.gatekeeper(place, status, to: "landing")
        try await LoopbackUpstream.withUpstream { request in
            request.path == "/folder/landing" ? .text("landed") : try await gatekeeper(request)
        } run: { upstream in
            let session = CaptchaRetryingSession(scheme: place.scheme)
            let (text, _) = try await session.text(for: place.request("/folder/p", of: upstream))
            #expect(text == "landed")
            let received = try #require(upstream.requests.last)
            #expect(received.headerFields["Authorization"] == "Bearer mine")
            let isInBody = place == .form || place == .json
            #expect(received.carriesToken == (status >= 307 || !isInBody))
            #expect(received.method == (status < 307 ? "GET" : "POST"))
            #expect((received.headerFields["Content-Type"] == nil) == (status < 307))
        }
    }

    @Test("On a way that leads home again the token stays behind (rule 7)", arguments: TokenPlace.allCases)
    func wayHome(place: TokenPlace) async throws {
        let other = LoopbackUpstream { request in
            .redirect(to: "http://127.0.0.1:\(request.query["home"] ?? "")/end", status: 307)
        }
        try other.start()
        defer { other.stop() }
        let gatekeeper = Self.gatekeeper(place, 307, to: "http://127.0.0.1:\(other.port)/")
        try await LoopbackUpstream.withUpstream { request in
            request.path == "/end" ? .text("home") : try await gatekeeper(request)
        } run: { home in
            let session = CaptchaRetryingSession(scheme: place.scheme)
            let (text, _) = try await session.text(for: place.request("/p?home=\(home.port)", of: home))
            #expect(text == "home")
            let last = try #require(home.requests.last)
            #expect(!last.carriesToken)
            #expect(last.bodyText == place.body)
            #expect(last.headerFields["Authorization"] == nil)
        }
    }

    @Test("An Authorization of the configuration goes to the first origin only")
    func configuredAuthorization() async throws {
        let other = LoopbackUpstream { _ in .text("other") }
        try other.start()
        defer { other.stop() }
        let port = other.port
        try await LoopbackUpstream.withUpstream { request in
            request.path == "/" ? .redirect(to: "/same") : .redirect(to: "http://127.0.0.1:\(port)/")
        } run: { home in
            let configuration = URLSessionConfiguration.patient
            configuration.httpAdditionalHeaders = ["AUTHORIZATION": "Bearer mine", "X-Added": "1"]
            _ = try await CaptchaRetryingSession(configuration).data(for: .to("/", of: home))
            #expect(home.requests.map { $0.headerFields["Authorization"] } == ["Bearer mine", "Bearer mine"])
            let received = try #require(other.requests.first)
            #expect(received.headerFields["Authorization"] == nil)
            #expect(received.headerFields["X-Added"] == "1")
        }
    }

    @Test("Twenty redirects are followed, and an endless chain is httpTooManyRedirects")
    func endless() async throws {
        try await LoopbackUpstream.withUpstream { request in
            let number = request.query["n"].flatMap { Int($0) } ?? 0
            return request.path == "/20" && number == 20 ? .text("end") : .redirect(to: "?n=\(number + 1)")
        } run: { upstream in
            let session = CaptchaRetryingSession()
            let (text, _) = try await session.text(for: .to("/20", of: upstream))
            #expect(text == "end")
            let code = try await session.failure(for: .to("/", of: upstream))
            #expect(code == .httpTooManyRedirects)
            #expect(upstream.requests.count == 21 + 21)
        }
    }

    @Test("A redirect to what is not HTTP comes back as it is", arguments: ["ftp://127.0.0.1/", "mailto:a@b", "//"])
    func notFollowed(location: String) async throws {
        try await LoopbackUpstream.withUpstream { _ in
            .redirect(to: location)
        } run: { upstream in
            let (_, response) = try await CaptchaRetryingSession().text(for: .to("/", of: upstream))
            #expect(response.statusCode == 302)
            #expect(response.value(forHTTPHeaderField: "Location") == location)
        }
    }

    @Test("A 3xx without a location comes back as it is", arguments: [300, 301, 302, 304, 307])
    func withoutLocation(status: Int) async throws {
        try await LoopbackUpstream.withUpstream { _ in
            .status(status)
        } run: { upstream in
            let (_, response) = try await CaptchaRetryingSession().text(for: .to("/", of: upstream))
            #expect(response.statusCode == status)
        }
    }

    @Test("A body stream is not repeated: its 307 comes back, its 303 is followed by a GET", arguments: [303, 307])
    func streams(status: Int) async throws {
        try await LoopbackUpstream.withUpstream { request in
            request.path == "/end" ? .text("end") : .redirect(to: "/end", status: status)
        } run: { upstream in
            var request = try URLRequest.to("/", of: upstream, "POST")
            request.httpBodyStream = InputStream(data: Data("streamed".utf8))
            let (_, response) = try await CaptchaRetryingSession().text(for: request)
            #expect(response.statusCode == (status == 307 ? 307 : 200))
            #expect(upstream.requests.map(\.bodyText) == (status == 307 ? ["streamed"] : ["streamed", ""]))
        }
    }

    @Test("A captcha error behind a redirect is answered, and the replay takes the same way")
    func challengedBehindRedirect() async throws {
        try await LoopbackUpstream.withUpstream { request in
            guard request.path == "/end" else { return .redirect(to: "/end", status: 308) }
            return request.form["captcha_token"] == nil ? .json(#"{"captcha": 1}"#, status: 403) : .text("end")
        } run: { upstream in
            let session = CaptchaRetryingSession(scheme: TokenPlace.form.scheme)
            let (text, _) = try await session.text(for: TokenPlace.form.request("/", of: upstream))
            #expect(text == "end")
            #expect(upstream.requests.map(\.path) == ["/", "/end", "/", "/end"])
        }
    }
}
