import CaptchaRetry
import Foundation
import Testing

@Suite("Origins")
struct OriginTests {
    private func origin(_ text: String) -> String? { URL(string: text).flatMap(Origin.init)?.description }

    @Test(
        "The origin is scheme, host and port, in one spelling",
        arguments: [
            ("https://api.vk.ru/method?x=1#f", "https://api.vk.ru"), ("HTTPS://API.vk.RU", "https://api.vk.ru"),
            ("https://h:443/", "https://h"), ("http://h:80/", "http://h"), ("https://h:80/", "https://h:80"),
            ("http://h:443/", "http://h:443"), ("ws://h:80", "ws://h"), ("wss://h:443", "wss://h"),
            ("http://h:0080/", "http://h"), ("http://h:008080/", "http://h:8080"), ("http://h:/", "http://h"),
            ("http://127.0.0.1:8080", "http://127.0.0.1:8080"), ("http://[::1]/", "http://[::1]"),
            ("http://[2001:DB8::1]:8080/", "http://[2001:db8::1]:8080"), ("http://[::1]:80/", "http://[::1]"),
            ("https://user:pass@h/", "https://h"), ("https://user:pass@h:8/", "https://h:8"),
            ("https://a%40b@h/", "https://h"), ("https://h:1@evil.example/", "https://evil.example"),
            ("app://Foo", "app://foo"), ("app://foo:443", "app://foo:443"), ("x-my+s.1://h:80", "x-my+s.1://h:80"),
            ("https://h?q=a@b:1/", "https://h"), ("https://h#@x", "https://h"), ("https://h/@x:1", "https://h"),
            ("https://b\u{FC}cher.example/", "https://xn--bcher-kva.example"),
        ])
    func spelling(url: String, expected: String) {
        #expect(origin(url) == expected)
    }

    @Test(
        "A URL without a scheme or a host has no origin",
        arguments: [
            "", "/p", "h/p", "//h/p", "file:///p", "mailto:a@b.example", "data:,x", "https:///p", "https:p",
            "about:blank",
        ])
    func none(url: String) {
        #expect(origin(url) == nil)
    }

    @Test("A relative URL has its base's origin")
    func relative() {
        let base = URL(string: "https://h:8/a")
        #expect(URL(string: "/p", relativeTo: base).flatMap(Origin.init)?.description == "https://h:8")
        #expect(URL(string: "//other/p", relativeTo: base).flatMap(Origin.init)?.description == "https://other")
    }

    @Test(
        "A host with escapes is nobody else's origin",
        arguments: [
            "https://api.vk.ru%23.evil.example/", "https://api.vk.ru%2F.evil.example/", "https://api.vk.ru%3A443/",
            "https://api.vk.ru%40evil.example/", "https://%61pi.vk.ru/", "https://api.v%E2%84%AA.ru/",
            "https://api.vk.ru%0A/", "https://api.vk.ru%00/", "https://api.vk.ru./", "https://api.vk.ru%3F/",
        ])
    func escapes(url: String) throws {
        // A newer Foundation may refuse some of them, which is as well.
        guard let url = URL(string: url) else { return }
        let origin = try #require(Origin(url))
        #expect(origin.description != "https://api.vk.ru")
        #expect(origin.description.unicodeScalars.allSatisfy { $0.value > 0x20 && $0.value < 0x7F })
        #expect(URL(string: origin.description).flatMap(Origin.init) == origin)
    }

    @Test("Two ports that no type holds are two origins")
    func largePorts() {
        let large = origin("http://h:99999999999999999999/")
        #expect(large != "http://h")
        #expect(large == nil || large != origin("http://h:99999999999999999998/"))
    }

    // MARK: Codable

    @Test(
        "An origin is encoded as its text, and comes back", arguments: ["https://h", "http://[::1]:8080", "app://foo"])
    func codable(text: String) throws {
        let origin = try #require(URL(string: text).flatMap(Origin.init))
        let encoded = try JSONEncoder().encode([origin])
        #expect(JSONElement(encoded)?.elements?.first?.string == text)
        #expect(try JSONDecoder().decode([Origin].self, from: encoded) == [origin])
    }

    @Test("Another spelling is decoded into the one spelling")
    func decodesOtherSpelling() throws {
        let data = Data(#"["HTTPS://user@H:443/p?q"]"#.utf8)
        #expect(try JSONDecoder().decode([Origin].self, from: data).map(\.description) == ["https://h"])
    }

    @Test(
        "What is no origin is not decoded",
        arguments: [
            #""""#, #""h""#, #""//h""#, #""https://""#, #""file:///p""#, #""https://a b/""#, "1", "null", "{}", "[]",
        ])
    func badInput(json: String) {
        #expect(throws: DecodingError.self) { try JSONDecoder().decode([Origin].self, from: Data("[\(json)]".utf8)) }
    }
}
