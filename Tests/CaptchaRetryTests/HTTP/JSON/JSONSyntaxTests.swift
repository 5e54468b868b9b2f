import CaptchaRetry
import Testing

@Suite("JSON that is well-formed, and JSON that is not")
struct JSONSyntaxTests {
    static let valid = [
        "0", "-0", "1", "10", "1.5", "-1.5", "1e5", "1E+5", "1e-05", "0.0e0", "123456789012345678901234567890", "1e999",
        "\"\"", "\"a\"", #""\"\\\/\b\f\n\r\t\u00Ff""#, "\"\u{7F}\"", "\"\u{2028}\"", "\"ü😀\"", #""\ud83d\ude00""#,
        "true", "false", "null", "[]", "[ ]", "{}", "{ \n\t\r }", "[1,2]", "[ 1 , 2 ]", "[[],{}]", #"{"a":1}"#,
        #"{ "a" : 1 , "b" : [ ] }"#, #"{"":0}"#, #"{"a":1,"a":2}"#, #"{"\u0061":1}"#, " 1 ", "\r\n{}\t",
        "\u{FEFF}{}", "\u{FEFF} 1",
    ]

    @Test("A well-formed document is accepted", arguments: valid)
    func accepts(text: String) {
        #expect(JSONElement(text.utf8) != nil)
    }

    static let invalid = [
        "", " ", "\u{FEFF}", "\u{FEFF}\u{FEFF}{}", "{}\u{FEFF}", " \u{FEFF}{}",
        "01", "-01", "00", "1.", ".5", "-", "+1", "-.5", "1e", "1e+", "1e+-5", "1e-+5", "1.e1", "e1", "0x10", "1_000",
        "NaN", "Infinity",
        "-Infinity", "1,", "1 2", "--1", "1e5.5", "1٢",
        "\"", "\"a", "\"\\\"", "\"\\x\"", "\"\\u12\"", "\"\\u12g4\"", "\"\\U0041\"", "\"\t\"", "\"\n\"", "\"\0\"",
        "\"\u{1F}\"", "'a'", "\"a\"b", "\"\\", "\"\\u",
        "tru", "True", "truex", "nul", "nulll", "undefined", "t", "f",
        "[", "]", "[1", "[1,", "[1,]", "[,1]", "[,]", "[1 2]", "[1,,2]", "[1]]", "[1}", "[\"a\":1]",
        "{", "}", "{\"a\"", "{\"a\":", "{\"a\":1", "{\"a\":1,", "{\"a\":1,}", "{,}", "{1:1}", "{a:1}", "{\"a\" 1}",
        "{\"a\":1 \"b\":2}", "{\"a\":1}}", "{\"a\":1]", "{\"a\"::1}", "{null:1}", "{\"a\":}",
        "{} x", "{}{}", "// x\n1", "1 /* x */", "\u{A0}1", "\u{B}1", "1\u{C}", "1\0", "\u{2028}1",
    ]

    @Test("A document that is not well-formed is refused", arguments: invalid)
    func refuses(text: String) {
        #expect(JSONElement(text.utf8) == nil)
    }

    @Test("A document is refused wherever it was cut off")
    func truncation() {
        let text = #" {"a":[1,-2.5e+3,{"ü":"\u00e9\n😀"}],"b":{"c":null,"d":[true,false,"x"]},"e":""} "#
        let bytes = Array(text.utf8)
        #expect(JSONElement(bytes) != nil)
        for length in 0..<bytes.count - 1 { #expect(JSONElement(bytes[..<length]) == nil, "\(length) bytes") }
    }

    @Test("Each byte below the blank, in a string and between values, is refused unless it is a blank")
    func controlCharacters() {
        for byte in UInt8(0)..<0x20 {
            #expect(JSONElement([0x22, byte, 0x22]) == nil, "in a string: \(byte)")
            let isBlank = byte == 0x09 || byte == 0x0A || byte == 0x0D
            #expect((JSONElement([0x5B, byte, 0x5D]) != nil) == isBlank, "between values: \(byte)")
        }
    }

    @Test("A text in UTF-16 or UTF-32 is refused")
    func otherEncodings() {
        let letters = Array("{\"a\":1}".utf8)
        #expect(JSONElement(letters.flatMap { [$0, 0] }) == nil)
        #expect(JSONElement([0xFE, 0xFF] + letters.flatMap { [0, $0] }) == nil)
        #expect(JSONElement(letters.flatMap { [$0, 0, 0, 0] }) == nil)
    }

    // MARK: Depth

    @Test("128 levels are read and 129 are refused, whatever stands in the innermost", arguments: ["", "1", "\"x\""])
    func depthOfArrays(innermost: String) {
        func nested(_ depth: Int) -> String {
            String(repeating: "[", count: depth) + innermost + String(repeating: "]", count: depth)
        }
        #expect(JSONElement(nested(127).utf8) != nil)
        #expect(JSONElement(nested(128).utf8) != nil)
        #expect(JSONElement(nested(129).utf8) == nil)
    }

    @Test("Objects count as levels like arrays do")
    func depthOfObjects() {
        func nested(_ pairs: Int, _ innermost: String) -> String {
            String(repeating: "{\"a\":[", count: pairs) + innermost + String(repeating: "]}", count: pairs)
        }
        #expect(JSONElement(nested(64, "0").utf8) != nil)
        #expect(JSONElement(nested(64, "[]").utf8) == nil)
        #expect(JSONElement(nested(64, "{}").utf8) == nil)
    }

    @Test("A value behind deep nesting is still read: levels are left again")
    func depthIsLeft() {
        let deep = String(repeating: "[", count: 127) + String(repeating: "]", count: 127)
        #expect(JSONElement("[\(deep),\(deep),\(deep)]".utf8)?.elements?.count == 3)
    }

    @Test(
        "A mebibyte of opening brackets is refused without recursing into it", arguments: ["[", "{\"a\":", "[{\"a\":"])
    func bottomless(opening: String) {
        let text = String(repeating: opening, count: (1 << 20) / opening.utf8.count)
        #expect(JSONElement(text.utf8) == nil)
    }
}
