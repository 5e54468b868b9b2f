import CaptchaRetry
import TestSupport
import Testing

@Suite("Strings of a JSON document")
struct JSONStringTests {
    @Test(
        "An escape stands for its character",
        arguments: [
            (#""\"\\\/""#, "\"\\/"), (#""\b\f\n\r\t""#, "\u{8}\u{C}\n\r\t"), (#""\u0041\u00e9\u20AC""#, "A\u{E9}€"),
            (#""\u0000""#, "\0"), (#""\uD83D\uDE00x""#, "😀x"), (#""\ud800\udc00""#, "\u{10000}"),
            (#""\udbff\udfff""#, "\u{10FFFF}"), (#""\uFFFD\ufeff""#, "\u{FFFD}\u{FEFF}"), (#""a\\u0041""#, "a\\u0041"),
            (#""\\\"""#, "\\\""),
        ])
    func escapes(literal: String, text: String) {
        let string = JSONElement(literal.utf8)?.string
        #expect(string.map { Array($0.utf8) } == Array(text.utf8))
    }

    @Test("A string keeps its normal form")
    func normalForm() {
        #expect(JSONElement("\"e\u{301}\"".utf8)?.string.map { Array($0.utf8) } == [0x65, 0xCC, 0x81])
        #expect(JSONElement("\"\u{E9}\"".utf8)?.string.map { Array($0.utf8) } == [0xC3, 0xA9])
    }

    @Test(
        "Half of a surrogate pair is no text: the string is refused, the document is read",
        arguments: [
            #"\ud800"#, #"\udc00"#, #"\ud800x"#, #"\ud800\n"#, #"\ud800\u0041"#, #"\udc00\ud800"#,
            #"\ud800\ud800\udc00"#,
            #"x\udfff"#, #"\ud800\\udc00"#,
        ])
    func loneSurrogate(escaped: String) throws {
        let document = try #require(JSONElement("{\"a\":\"\(escaped)\",\"b\":\"fine\"}".utf8))
        #expect(document["a"] != nil)
        #expect(document["a"]?.string == nil)
        #expect(document["a"]?.text == nil)
        #expect(document["b"]?.string == "fine")
    }

    static let notUTF8: [[UInt8]] = [
        [0xFF], [0x80], [0xC3], [0xC3, 0x28], [0xC0, 0xAF], [0xE2, 0x82], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80],
        [0xF0, 0x9F, 0x98], [0x61, 0xE9],
    ]

    @Test("Bytes that are not UTF-8 are no text: the string is refused, the document is read", arguments: notUTF8)
    func invalidUTF8(bytes: [UInt8]) throws {
        let text =
            Array("{\"a\":\"".utf8) + bytes + Array("\",\"b\":\"fine\",\"c\":\"\\n".utf8) + bytes + Array("\"}".utf8)
        let document = try #require(JSONElement(text))
        #expect(document["a"]?.string == nil)
        #expect(document["c"]?.string == nil)
        #expect(document["b"]?.string == "fine")
    }

    @Test("A name that is not UTF-8 is nobody's name", arguments: notUTF8)
    func invalidName(bytes: [UInt8]) throws {
        let document = try #require(JSONElement(Array("{\"".utf8) + bytes + Array("\":1,\"\u{FFFD}\":2}".utf8)))
        #expect(document[String(decoding: bytes, as: UTF8.self)]?.number != "1")
        #expect(document["\u{FFFD}"]?.number == "2")
    }

    @Test("Bytes that are not UTF-8 outside of strings make the document no JSON", arguments: notUTF8)
    func invalidOutside(bytes: [UInt8]) {
        #expect(JSONElement(bytes) == nil)
        #expect(JSONElement(Array("[1".utf8) + bytes + Array("]".utf8)) == nil)
    }

    @Test("Any bytes whatever are read or refused, and trap in no look-up", arguments: UInt64(0)..<20)
    func anyBytes(seed: UInt64) {
        var dice = SeededGenerator(seed: seed)
        for _ in 0..<200 {
            let inside = dice.several(0...12) { UInt8($0.number(0...255)) }
            for bytes in [inside, [0x22] + inside + [0x22], Array("{\"".utf8) + inside + Array("\":[0]}".utf8)] {
                guard let value = JSONElement(bytes) else { continue }
                _ = (
                    value.string, value.number, value.bool, value.text, value.elements?.count, value["a"],
                    value[["a", "b"]]
                )
            }
        }
    }
}
