import CaptchaRetry
import Foundation
import Testing

@testable import CaptchaRetryURLSession

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite("Where a redirect leads, and what goes along")
struct RedirectPolicyTests {
    private static let home = "http://home.example/a/b?q=1"

    /// Follows redirects one after the other.
    private func follow(
        _ hops: [(status: Int, location: String?)], original: URLRequest, edited: URLRequest? = nil,
        proposed: String = "http://proposed.example/"
    ) throws -> URLRequest? {
        var policy = RedirectPolicy(original: original, edited: edited ?? original)
        var request = edited ?? original
        for hop in hops {
            let url = try #require(request.url)
            let fields = hop.location.map { ["Location": $0] }
            let response = try #require(
                HTTPURLResponse(url: url, statusCode: hop.status, httpVersion: "HTTP/1.1", headerFields: fields))
            guard let next = try policy.next(after: response, to: request, proposed: .to(proposed)) else { return nil }
            request = next
        }
        return request
    }

    @Test(
        "A location is resolved against the URL that was asked for",
        arguments: [
            ("c", "http://home.example/a/c"), ("../c", "http://home.example/c"), ("/c", "http://home.example/c"),
            ("?r=%2B", "http://home.example/a/b?r=%2B"), ("//other.example/c", "http://other.example/c"),
            ("c d", "http://home.example/a/c%20d"), ("http://other.example", "http://other.example"),
            ("HTTPS://other.example/", "https://other.example/"), ("", "http://proposed.example/"),
        ])
    func locations(location: String, expected: String) throws {
        let next = try follow([(302, location)], original: .to(Self.home))
        #expect(next?.url?.absoluteString == expected)
    }

    @Test(
        "A location that is not HTTP, or has no host, is left to the caller",
        arguments: [
            "ftp://h/", "mailto:a@b", "javascript:1", "file:///etc/passwd", "data:,x", "http:", "http:x", "//", "///x",
            ":x",
        ])
    func foreignLocations(location: String) throws {
        #expect(try follow([(302, location)], original: .to(Self.home)) == nil)
    }

    @Test("Without a location that can be read, the session's proposal counts")
    func proposal() throws {
        #expect(try follow([(302, nil)], original: .to(Self.home))?.url?.host == "proposed.example")
        #expect(try follow([(302, nil)], original: .to(Self.home), proposed: "ftp://h/") == nil)
    }

    @Test(
        "The status decides on method and body",
        arguments: [
            (301, "POST", "GET"), (302, "POST", "GET"), (303, "POST", "GET"), (303, "PUT", "GET"), (303, "GET", "GET"),
            (301, "PUT", "PUT"), (302, "DELETE", "DELETE"), (307, "POST", "POST"), (308, "POST", "POST"),
            (303, "HEAD", "HEAD"), (302, "HEAD", "HEAD"), (307, "PATCH", "PATCH"),
        ])
    func methods(status: Int, method: String, expected: String) throws {
        let body = ["GET", "HEAD"].contains(method) ? nil : "a=1"
        let headers = ["Content-Type": "text/plain", "content-length": "3", "Transfer-Encoding": "x", "X-Own": "1"]
        let request = try URLRequest.to(Self.home, method, headers: headers, body: body)
        let next = try #require(try follow([(status, "/c")], original: request))
        #expect(next.httpMethod == expected)
        let isKept = method == expected && status != 303 || method == "HEAD"
        #expect(next.bodyText == (isKept ? body : nil))
        #expect(next.value(forHTTPHeaderField: "Content-Type") == (isKept ? "text/plain" : nil))
        #expect(next.allHTTPHeaderFields?.count == (isKept ? 4 : 1))
    }

    @Test("Other statuses are left to the caller", arguments: [300, 304, 305, 306, 309, 399])
    func otherStatuses(status: Int) throws {
        #expect(try follow([(status, "/c")], original: .to(Self.home)) == nil)
    }

    @Test("A body stream cannot be repeated, so that a redirect which would is left to the caller")
    func streams() throws {
        var request = try URLRequest.to(Self.home, "POST")
        request.httpBodyStream = InputStream(data: Data([1]))
        #expect(try follow([(307, "/c")], original: request) == nil)
        #expect(try follow([(303, "/c")], original: request)?.httpBodyStream == nil)
    }

    @Test("Twenty redirects are followed, and no more")
    func limit() throws {
        let original = try URLRequest.to(Self.home)
        let hops = Array(repeating: (status: 302, location: Optional("/c")), count: 20)
        #expect(try follow(hops, original: original) != nil)
        let error = #expect(throws: URLError.self) { try follow(hops + [(302, "/c")], original: original) }
        #expect(error?.code == .httpTooManyRedirects)
    }

    @Test(
        "To the same origin everything goes along",
        arguments: ["/c", "http://home.example:80/c", "HTTP://HOME.example/c"])
    func sameOrigin(location: String) throws {
        let headers = ["Authorization": "me", "Host": "alias"]
        let original = try URLRequest.to(Self.home, "POST", headers: headers, body: "a=1")
        var edited = original
        try edited.apply([.header("X-Captcha", "secret-token"), .form("captcha", "secret-token")])
        let next = try #require(try follow([(307, location)], original: original, edited: edited))
        #expect(next.value(forHTTPHeaderField: "X-Captcha") == "secret-token")
        #expect(next.value(forHTTPHeaderField: "Authorization") == "me")
        #expect(next.value(forHTTPHeaderField: "Host") == "alias")
        #expect(next.bodyText == "a=1&captcha=secret-token")
    }

    @Test(
        "To another origin the caller's own request goes, without Authorization and cookies (rule 7)",
        arguments: [
            "http://other.example/c", "https://home.example/c", "http://home.example:81/c", "http://sub.home.example/c",
        ])
    func otherOrigin(location: String) throws {
        let headers = [
            "Authorization": "me", "Host": "alias", "X-Own": "1", "X-Captcha": "caller's", "Cookie": "a=1",
        ]
        let original = try URLRequest.to(Self.home, "POST", headers: headers, body: "a=1")
        var edited = original
        try edited.apply([
            .header("x-captcha", "secret-token"), .header("X-Captcha-Key", "secret-token"),
            .form("captcha", "secret-token"), .cookie("captcha", "secret-token"),
        ])
        let next = try #require(try follow([(307, location)], original: original, edited: edited))
        #expect(next.allHTTPHeaderFields?.count == 2)
        #expect(next.value(forHTTPHeaderField: "X-Own") == "1")
        #expect(next.value(forHTTPHeaderField: "X-Captcha") == "caller's")
        #expect(next.bodyText == "a=1")
    }

    @Test("What was left behind does not come back on the way home (rule 7)")
    func wayHome() throws {
        let original = try URLRequest.to(Self.home, "POST", headers: ["Authorization": "me"])
        var edited = original
        try edited.apply([.header("X-Captcha", "secret-token"), .form("captcha", "secret-token")])
        let hops: [(Int, String?)] = [
            (307, "http://other.example/"), (307, "http://home.example/?captcha=secret-token&x=1"), (307, "/c"),
        ]
        let next = try #require(try follow(hops, original: original, edited: edited))
        #expect(next.allHTTPHeaderFields ?? [:] == [:])
        #expect(next.httpBody == nil)
        #expect(try follow(Array(hops.prefix(2)), original: original, edited: edited)?.url?.query == "x=1")
    }

    @Test("A body that a redirect has dropped does not come back on another origin")
    func droppedBody() throws {
        let original = try URLRequest.to(Self.home, "POST", headers: ["Content-Type": "text/plain"], body: "a=1")
        var edited = original
        edited.httpBody = Data("a=1&captcha=secret-token".utf8)
        edited.setValue("application/x-www-form-urlencoded", forHTTPHeaderField: "Content-Type")
        let next = try #require(
            try follow([(302, "/c"), (307, "http://other.example/")], original: original, edited: edited))
        #expect(next.httpMethod == "GET")
        #expect(next.httpBody == nil)
        #expect(next.allHTTPHeaderFields ?? [:] == [:])
    }
}
