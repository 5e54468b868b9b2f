import Testing

@testable import CaptchaVerification

@Suite("Comparing hosts")
struct HostNameTests {
    @Test(
        "Case, port, scheme and a last dot make no difference",
        arguments: [
            ("shop.example", "SHOP.example:8080"), ("[::1]:80", "[::1]"), ("shop.example.", "shop.example:1"),
            ("https://shop.example/", "shop.example"), ("::1", "::1"), ("xn--80ak6aa92e.com", "XN--80AK6AA92E.com"),
        ])
    func same(one: String, other: String) {
        #expect(HostName(one) == HostName(other))
    }

    @Test(
        "Anything else does",
        arguments: [
            ("::1", "::2"), ("[::1]", "[::2]"), ("shop.example", "shop.example.org"),
            ("shop.example", "a.shop.example"), ("shop.example:80:90", "shop.example"),
            ("shop.example:a", "shop.example"),
            ("", "shop.example"), ("127.0.0.1", "127.0.0.2"), ("https://evil.example/shop.example", "shop.example"),
        ])
    func different(one: String, other: String) {
        #expect(HostName(one) != HostName(other))
    }
}
