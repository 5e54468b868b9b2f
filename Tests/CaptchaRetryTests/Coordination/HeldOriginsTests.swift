import Foundation
import Testing

@testable import CaptchaRetry

@Suite("The origins that shared tokens are held for")
struct HeldOriginsTests {
    private func held(_ urls: [String]) throws -> HeldOrigins {
        var held = HeldOrigins()
        for url in urls { held.note(try origin(url), holdsToken: true) }
        return held
    }

    private func origin(_ url: String) throws -> Origin { try #require(URL(string: url).flatMap(Origin.init)) }

    @Test("12. Whatever the spelling of a URL, the origin that a token is held for is never missed")
    func spellings() throws {
        let spellings = [
            "https://api.example": [
                "https://api.example/", "HTTPS://API.Example:443/a?b", "https://u:p@api.example:0443",
                "https://api.example?@a", "https://api.example#@a",
            ],
            "http://127.0.0.1:8080": ["http://127.0.0.1:08080/x", "http://127.0.0.1:8080#a"],
            "http://[::1]:8080": ["http://[::1]:8080/x?u=https://api.example", "http://u@[::1]:08080"],
            "http://[fe80::1%25eth0]": ["HTTP://[FE80::1%25ETH0]:80/"],
            "https://a%2Fb.": ["https://u%40x:p@A%2fB.:443?//c@d#@e"],
            "https://xn--e1afmkfd.example": ["https://XN--E1AFMKFD.example/"],
        ]
        for (holder, urls) in spellings {
            let held = try held([holder])
            for url in urls {
                #expect(try origin(url) == origin(holder))
                #expect(held.mayHaveOrigin(ofURL: url), "\(url)")
            }
        }
        // Not every Foundation escapes the first of two such signs.
        #expect(try held(["https://api.example"]).mayHaveOrigin(ofURL: "https://u@p@api.example"))
    }

    @Test("A URL of another host is told apart, also where the host occurs elsewhere in it")
    func others() throws {
        let held = try held(["https://api.example"])
        for url in [
            "https://cdn.example/api/example", "https://api.exampl", "a", "", "/", "http://[::2]:8080/",
            "https://cdn.example/?u=https://api.example/", "https://api.example@cdn.example#@api.example",
            "https://cdn.example?//api.example",
        ] {
            #expect(!held.mayHaveOrigin(ofURL: url), "\(url)")
        }
    }

    @Test("An origin is held as long as one of its scopes holds a token, and with many nothing is told apart")
    func counts() throws {
        var held = try held(["https://api.example", "https://api.example"])
        held.note(try origin("https://api.example"), holdsToken: false)
        #expect(!held.isEmpty && held.mayHaveOrigin(ofURL: "https://api.example"))
        held.note(try origin("https://api.example"), holdsToken: false)
        #expect(held.isEmpty && !held.mayHaveOrigin(ofURL: "https://api.example"))
        let many = try self.held((0...8).map { "https://\($0).example" })
        #expect(many.mayHaveOrigin(ofURL: "https://elsewhere.test"))
        let fewer = try self.held((0...7).map { "https://\($0).example" })
        #expect(!fewer.mayHaveOrigin(ofURL: "https://elsewhere.test"))
    }
}
