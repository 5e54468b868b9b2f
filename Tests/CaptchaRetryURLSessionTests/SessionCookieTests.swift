import CaptchaRetry
import CaptchaRetryTesting
import Foundation
import Testing

@testable import CaptchaRetryURLSession

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite("Cookies of a session", .timeLimit(.minutes(60)))
struct SessionCookieTests {
    private static let rule: UpstreamRule = { request in
        let cookies: HeaderFields = [
            "Set-Cookie": "a=1; Path=/; Expires=Wed, 21 Oct 2099 07:28:00 GMT", "Set-Cookie": "b=2",
        ]
        switch request.path {
        case "/set": return .text("set", headerFields: cookies)
        case "/redirect":
            var fields = cookies
            fields["Location"] = "/after"
            return .status(302, headerFields: fields)
        case "/captcha" where request.cookies["captcha_token"] == nil: return .json(#"{"captcha": 1}"#, status: 403)
        default: return .text("ok")
        }
    }

    @Test("Cookies that the upstream sets are stored and sent, several of one response too")
    func storing() async throws {
        try await LoopbackUpstream.withUpstream(Self.rule) { upstream in
            let configuration = URLSessionConfiguration.patient
            let session = CaptchaRetryingSession(configuration)
            _ = try await session.data(for: .to("/set", of: upstream))
            _ = try await session.data(for: .to("/", of: upstream))
            #expect(upstream.cookieFields == [nil, "a=1; b=2"])
            #expect(configuration.httpCookieStorage?.cookies?.count == 2)
        }
    }

    @Test("Cookies of a request survive those of the storage")
    func merging() async throws {
        try await LoopbackUpstream.withUpstream(Self.rule) { upstream in
            let session = CaptchaRetryingSession()
            _ = try await session.data(for: .to("/set", of: upstream))
            _ = try await session.data(for: .to("/", of: upstream, headers: ["cookie": "a=mine; c=3"]))
            #expect(upstream.requests.last?.headerFields["Cookie"] == "a=mine; c=3; b=2")
        }
    }

    @Test("A token that is a cookie gets through beside the storage's cookies")
    func tokenCookie() async throws {
        try await LoopbackUpstream.withUpstream(Self.rule) { upstream in
            let session = CaptchaRetryingSession(scheme: TokenPlace.cookie.scheme)
            _ = try await session.data(for: .to("/set", of: upstream))
            #expect(try await session.text(for: .to("/captcha", of: upstream)).text == "ok")
            #expect(upstream.requests.last?.headerFields["Cookie"] == "captcha_token=\(TokenScheme.token); a=1; b=2")
        }
    }

    @Test("A redirect's cookies are stored, and sent to where it leads")
    func redirects() async throws {
        try await LoopbackUpstream.withUpstream(Self.rule) { upstream in
            _ = try await CaptchaRetryingSession().data(for: .to("/redirect", of: upstream))
            #expect(upstream.cookieFields == [nil, "a=1; b=2"])
        }
    }

    @Test("Cookies of the configuration's header fields are sent beside the storage's and the token")
    func additionalFields() async throws {
        try await LoopbackUpstream.withUpstream(Self.rule) { upstream in
            let configuration = URLSessionConfiguration.patient
            configuration.httpAdditionalHeaders = ["cookie": "a=configuration"]
            let session = CaptchaRetryingSession(configuration, scheme: TokenPlace.cookie.scheme)
            _ = try await session.data(for: .to("/set", of: upstream))
            _ = try await session.data(for: .to("/captcha", of: upstream))
            _ = try await session.data(for: .to("/", of: upstream, headers: ["Cookie": "c=request"]))
            #expect(
                upstream.cookieFields == [
                    "a=configuration", "a=configuration; b=2",
                    "a=configuration; captcha_token=\(TokenScheme.token); b=2", "c=request; a=1; b=2",
                ])
        }
    }

    @Test("A request or a configuration that wants no cookies gets none")
    func without() async throws {
        try await LoopbackUpstream.withUpstream(Self.rule) { upstream in
            let configuration = URLSessionConfiguration.patient
            let session = CaptchaRetryingSession(configuration)
            _ = try await session.data(for: .to("/set", of: upstream))
            var request = try URLRequest.to("/", of: upstream)
            request.httpShouldHandleCookies = false
            _ = try await session.data(for: request)
            configuration.httpShouldSetCookies = false
            _ = try await CaptchaRetryingSession(configuration).data(for: .to("/", of: upstream))
            #expect(upstream.cookieFields == [nil, nil, nil])
        }
    }

    @Test("Two ephemeral sessions share no cookies")
    func isolation() async throws {
        try await LoopbackUpstream.withUpstream(Self.rule) { upstream in
            _ = try await CaptchaRetryingSession().data(for: .to("/set", of: upstream))
            _ = try await CaptchaRetryingSession().data(for: .to("/", of: upstream))
            #expect(upstream.requests.last?.headerFields["Cookie"] == nil)
        }
    }
}

extension LoopbackUpstream {
    fileprivate var cookieFields: [String?] { requests.map { $0.headerFields["Cookie"] } }
}
