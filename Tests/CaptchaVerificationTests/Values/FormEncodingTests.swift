import CaptchaRetryTesting
import Foundation
import Testing

@testable import CaptchaVerification

@Suite("Form encoding")
struct FormEncodingTests {
    @Test(
        "Odd characters are escaped byte by byte",
        arguments: [
            ("a b", "a%20b"), ("a+b", "a%2Bb"), ("a&b=c", "a%26b%3Dc"), ("%41", "%2541"), ("é", "%C3%A9"),
            ("e\u{301}", "e%CC%81"), ("😀", "%F0%9F%98%80"), ("\r\n\0", "%0D%0A%00"), ("AZaz09-._~", "AZaz09-._~"),
            ("/?#[]@!$'()*,;:\"", "%2F%3F%23%5B%5D%40%21%24%27%28%29%2A%2C%3B%3A%22"), ("", ""),
        ])
    func escapes(text: String, escaped: String) {
        #expect(FormEncoding.encode([("t", text)]) == "t=" + escaped)
    }

    @Test("Fields keep their order, and those without a value are left out")
    func fields() {
        #expect(FormEncoding.encode([("a", "1"), ("b", nil), ("c", ""), ("a&", "2")]) == "a=1&c=&a%26=2")
        #expect(FormEncoding.encode([]) == "")
    }

    @Test("What a provider reads of a token is the token, in a form and in a query", arguments: [true, false])
    func roundTrip(isPost: Bool) async throws {
        let provider = Provider(answer: .json(SmartCaptchaVerifierTests.good))
        var verifier = SmartCaptchaVerifierTests.verifier(provider.settings)
        verifier.method = isPost ? .post : .get
        // Control characters never get this far; see HTTPCaptchaVerifierTests.
        let tokens = ["a+b&c=d&secret=x", "%2B", "ä😀\u{301}", " a b ", "a;b", "?#&"]
        for token in tokens { _ = try await verifier.verify(token) }
        let parameters = provider.requests.map { isPost ? $0.form : $0.query }
        #expect(parameters.map { $0["token"] } == tokens)
        #expect(parameters.allSatisfy { $0.all("secret") == [Provider.secret] })
    }
}
