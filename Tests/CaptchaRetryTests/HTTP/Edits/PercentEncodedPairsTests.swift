import Foundation
import Testing

@testable import CaptchaRetry

@Suite("Percent-encoding")
struct PercentEncodedPairsTests {
    @Test("Every ASCII character survives, and only the unreserved ones stay as they are")
    func ascii() {
        let unreserved = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
        for code in UInt8(0)..<128 {
            let text = String(Unicode.Scalar(code))
            let encoded = PercentEncodedPairs.encode(text)
            #expect(encoded.removingPercentEncoding == text)
            if text.allSatisfy(unreserved.contains) {
                #expect(encoded == text)
            } else {
                #expect(encoded == String(format: "%%%02X", Int(code)))
            }
        }
    }

    @Test("Every byte that UTF-8 has survives, wherever it stands")
    func allBytes() {
        let codes = Array(UInt32(0)..<0x800) + stride(from: 0x800, through: 0x10FFFF, by: 0xFF1)
        let text = String(String.UnicodeScalarView(codes.compactMap(Unicode.Scalar.init)))
        #expect(Set(text.utf8).count == 256 - 13, "C0, C1 and F5 to FF are never in UTF-8")
        let encoded = PercentEncodedPairs.encode(text)
        #expect(encoded.utf8.allSatisfy { $0 < 0x80 })
        #expect(encoded.removingPercentEncoding.map { Array($0.utf8) } == Array(text.utf8))
    }

    @Test("Encoding keeps the normal form, and the empty text")
    func normalForm() {
        #expect(PercentEncodedPairs.encode("e\u{301}") == "e%CC%81")
        #expect(PercentEncodedPairs.encode("\u{E9}") == "%C3%A9")
        #expect(PercentEncodedPairs.encode("") == "")
    }

    @Test(
        "Setting a pair gives this text",
        arguments: [
            ("", "a=X"), ("a=1", "a=X"), ("a", "a=X"), ("a=", "a=X"), ("a==1", "a=X"), ("b=1", "b=1&a=X"),
            ("b", "b&a=X"), ("b=1&", "b=1&a=X"), ("&", "&a=X"), ("&&b&&", "&&b&&a=X"), ("a=1&b=2&a=3", "a=X&b=2"),
            ("b=2&a=1&a=3&c", "b=2&a=X&c"), ("a&a&a", "a=X"), ("&a=1&&a=2&", "&a=X&&"), ("A=1", "A=1&a=X"),
            ("aa=1&=a&b=a", "aa=1&=a&b=a&a=X"), ("%61=1", "a=X"), ("%61%=1", "%61%=1&a=X"), ("a%=1", "a%=1&a=X"),
            ("a%3D=1", "a%3D=1&a=X"), ("+a=1", "+a=1&a=X"), ("x=%2B+%zz&e=&f=a=b", "x=%2B+%zz&e=&f=a=b&a=X"),
            ("b=1;a=2", "b=1;a=2&a=X"),
        ])
    func table(text: String, result: String) {
        #expect(String(decoding: PercentEncodedPairs.setting("a", to: "X", in: text.utf8), as: UTF8.self) == result)
    }

    @Test(
        "A name is found in each of its spellings, by its exact bytes",
        arguments: [
            ("a b", "a+b", true), ("a b", "a%20b", true), ("a b", "a b", true), ("a+b", "a+b", false),
            ("a+b", "a%2Bb", true), ("a+b", "a%2bb", true), ("a%zz", "a%zz", true), ("a%4", "a%4", true),
            ("%", "%", true), ("%", "%25", true), ("ü", "%C3%BC", true), ("ü", "%c3%bc", true), ("ü", "ü", true),
            ("\u{E9}", "e%CC%81", false), ("K", "%E2%84%AA", false), ("\u{FFFD}", "%FF", false), ("a", "%2561", false),
            ("a=b", "a=b", false), ("a=b", "a%3Db", true), ("a&b", "a%26b", true), ("a[]", "a[]", true),
            ("a[]", "a%5B%5D", true),
        ])
    func spellings(name: String, spelling: String, isSame: Bool) {
        let edited = PercentEncodedPairs.setting(name, to: "X", in: "x=1&\(spelling)=2&y=3".utf8)
        let pair = PairsOracle.encoded(name) + "=X"
        let expected = isSame ? "x=1&\(pair)&y=3" : "x=1&\(spelling)=2&y=3&\(pair)"
        #expect(String(decoding: edited, as: UTF8.self) == expected)
    }

    @Test("What stands behind a separator does not hide it")
    func combiningMarks() {
        let edited = PercentEncodedPairs.setting("a", to: "X", in: "b=1&\u{301}=2&a=\u{301}3&\u{200D}".utf8)
        #expect(Array("b=1&\u{301}=2&a=X&\u{200D}".utf8) == edited)
    }

    @Test("Bytes that are not UTF-8 stay")
    func invalidUTF8() {
        let text: [UInt8] = [0xFF, 0x3D, 0xC3, 0x26, 0x61, 0x3D, 0x31, 0x26, 0xFE]
        #expect(
            PercentEncodedPairs.setting("a", to: "X", in: text)
                == [0xFF, 0x3D, 0xC3, 0x26, 0x61, 0x3D, 0x58, 0x26, 0xFE])
    }

    @Test(
        "A text looks like a form if it has an equals sign and no character that a form would encode",
        arguments: [
            ("a=1", true), ("=", true), ("a=1&b=%20+x", true), ("a[]=1&b.c-d_e~*=(x)!'$,;:@/?", true), ("", false),
            ("a", false), ("a=1 ", false), ("a=1\n", false), ("{\"a\":\"=\"}", false), ("[\"a=1\"]", false),
            ("<a b='1'/>", false), ("a=ü", false), ("a=\"1\"", false), ("a=1#", false), ("a=\0", false),
        ])
    func looksLikeForm(text: String, isForm: Bool) {
        #expect(PercentEncodedPairs.isWellFormed(text.utf8) == isForm)
    }
}
