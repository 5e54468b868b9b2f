import CaptchaRetry
import Testing

@Suite("Tokens")
struct CaptchaTokenTests {
    @Test("A token has its text, and further values by their names")
    func values() throws {
        let token = try CaptchaToken("a+b/c=", extras: ["type": "captcha", "": "x"])
        #expect(token.value == "a+b/c=")
        #expect(token[extra: "type"] == "captcha")
        #expect(token[extra: ""] == "x")
        #expect(token[extra: "other"] == nil)
        #expect(CaptchaToken.outOfBand.value == nil)
        #expect(CaptchaToken.outOfBand[extra: "type"] == nil)
    }

    @Test("Tokens are equal if all of their values are")
    func equality() throws {
        #expect(try CaptchaToken("a") == CaptchaToken("a"))
        #expect(try CaptchaToken("a") != CaptchaToken("b"))
        #expect(try CaptchaToken("a", extras: ["x": "1"]) != CaptchaToken("a"))
        #expect(try CaptchaToken("outOfBand") != .outOfBand)
    }

    @Test(
        "Any other text is taken as it is",
        arguments: [" ", " a ", "a+b/c=d&e#f?g%h ü", "\"'", "\u{A0}", "\u{FEFF}", "e\u{301}", "😀", "\u{200D}", "nil"])
    func accepted(text: String) throws {
        let token = try CaptchaToken(text, extras: ["x": text])
        #expect(token.value.map { Array($0.utf8) } == Array(text.utf8))
        #expect(token[extra: "x"].map { Array($0.utf8) } == Array(text.utf8))
    }

    private func expectRefused(_ text: String, _ comment: Comment? = nil) {
        for make in [{ try CaptchaToken(text) }, { try CaptchaToken("fine", extras: ["a": "fine", "x": text]) }] {
            let error = #expect(throws: CaptchaHandlingError.self, comment) { _ = try make() }
            #expect(error?.code == .unusableToken, comment)
            #expect(error?.reason != nil)
            if text.utf8.count > 1 { #expect(error.map { !printed($0).joined().contains(text) } ?? false, comment) }
        }
    }

    @Test("The empty text is refused")
    func empty() {
        expectRefused("")
    }

    @Test("Every control character is refused, wherever it stands: C0, DEL and C1")
    func controlCharacters() {
        for code in Array(UInt32(0)..<0x20) + Array(0x7F..<0xA0) {
            let control = Unicode.Scalar(code).map(String.init) ?? ""
            for text in [control, control + "token", "token" + control, "to" + control + "ken"] {
                expectRefused(text, "U+\(String(code, radix: 16))")
            }
        }
        expectRefused("token\r\n")
        expectRefused("token\n\u{301}")
    }

    @Test("64 KiB are taken, a byte more is refused, whatever the characters")
    func length() throws {
        let limit = CaptchaToken.maximumLength
        #expect(limit == 65_536)
        let longest = String(repeating: "x", count: limit)
        #expect(try CaptchaToken(longest, extras: ["x": longest]).value == longest)
        expectRefused(longest + "x")
        let wide = String(repeating: "ü", count: limit / 2)
        #expect(try CaptchaToken(wide).value == wide)
        expectRefused(wide + "x")
    }
}
