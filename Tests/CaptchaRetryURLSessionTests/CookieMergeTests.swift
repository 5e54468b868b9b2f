import Foundation
import Testing

@testable import CaptchaRetryURLSession

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite("Cookies of the storage and of the request")
struct CookieMergeTests {
    private func cookie(
        _ name: String, _ value: String, path: String = "/", isSecure: Bool = false, expires: Date? = nil
    ) throws -> HTTPCookie {
        var properties: [HTTPCookiePropertyKey: Any] = [.name: name, .value: value, .domain: "h", .path: path]
        if isSecure { properties[.secure] = "TRUE" }
        if let expires { properties[.expires] = expires }
        return try #require(HTTPCookie(properties: properties))
    }

    private func field(own: String?, _ stored: [HTTPCookie], _ url: String = "http://h/a/b") throws -> String? {
        CookieMerge.field(own: own, stored: stored, for: try #require(URL(string: url)))
    }

    @Test("Those of the storage come after those of the request")
    func both() throws {
        #expect(try field(own: "a=1", [cookie("b", "2")]) == "a=1; b=2")
        #expect(try field(own: nil, [cookie("b", "2")]) == "b=2")
        #expect(try field(own: "a=1", []) == "a=1")
        #expect(try field(own: nil, []) == nil)
    }

    @Test("Of a name that is in both, the request's own stays", arguments: ["b=mine", "b=mine;", "a=1;b=mine", "b"])
    func sameName(own: String) throws {
        #expect(try field(own: own, [cookie("b", "2")]) == own)
        #expect(try field(own: own, [cookie("bb", "2")]) == own + "; bb=2")
    }

    @Test("A secure cookie goes over https only")
    func secure() throws {
        let stored = [try cookie("s", "1", isSecure: true)]
        #expect(try field(own: nil, stored) == nil)
        #expect(try field(own: nil, stored, "https://h/") == "s=1")
        #expect(try field(own: nil, stored, "HTTPS://h/") == "s=1")
    }

    @Test("A cookie goes to its own path and below")
    func paths() throws {
        let stored = [try cookie("p", "1", path: "/a")]
        for place in ["http://h/a", "http://h/a/", "http://h/a/b?q"] {
            #expect(try field(own: nil, stored, place) == "p=1")
        }
        for place in ["http://h", "http://h/", "http://h/ab", "http://h/b/a"] {
            #expect(try field(own: nil, stored, place) == nil)
        }
        #expect(try field(own: nil, [cookie("r", "1")], "http://h") == "r=1")
    }

    @Test("Longer paths come first, and the rest is in the order of the names")
    func order() throws {
        let stored = [try cookie("z", "1"), try cookie("y", "2", path: "/a/b"), try cookie("x", "3")]
        #expect(try field(own: nil, stored) == "y=2; x=3; z=1")
    }

    @Test("A cookie that has expired stays behind")
    func expired() throws {
        let now = Date(timeIntervalSinceReferenceDate: 800_000_000)
        let url = try #require(URL(string: "http://h/"))
        let stored = [
            try cookie("old", "1", expires: now.addingTimeInterval(-1)),
            try cookie("new", "2", expires: now.addingTimeInterval(1)),
        ]
        #expect(CookieMerge.field(own: nil, stored: stored, for: url, at: now) == "new=2")
    }
}
