import CaptchaRetry
import Foundation
import TestSupport
import Testing

@Suite("Cookie edits")
struct CookieEditTests {
    private func edited(_ field: String?, _ name: String = "c", _ value: String = "T") throws -> String? {
        var request = PlainRequest(url: URL(string: "https://h/"))
        request.headerFields["Cookie"] = field
        try request.apply(.cookie(name, value))
        let once = request
        try request.apply(.cookie(name, value))
        #expect(request == once, "applied twice")
        return request.headerFields["Cookie"]
    }

    @Test(
        "One cookie is set, the others stay byte for byte",
        arguments: [
            (nil, "c=T"), ("", "c=T"), ("c=1", "c=T"), ("c", "c=T"), ("c=", "c=T"), ("a=1", "a=1; c=T"),
            ("a=1; c=2; b=3", "a=1; c=T; b=3"), ("c=1; a=1; c=2", "c=T; a=1"), ("a=1;c=2;b=3", "a=1;c=T;b=3"),
            ("a=1;  c=2", "a=1;  c=T"), ("a=1;", "a=1; c=T"), ("a=1; ", "a=1; c=T"), (" a=1 ; b=2 ", "a=1 ; b=2; c=T"),
            ("c =1; a=1", "c=T; a=1"), ("C=1; cc=2; a=c", "C=1; cc=2; a=c; c=T"), (";", "; c=T"), (" ", "c=T"),
            ("a=\"x, y\"; b=x=y==; flag", "a=\"x, y\"; b=x=y==; flag; c=T"), ("a=c=1", "a=c=1; c=T"),
            ("a=ü;\u{301}c=1; c=\u{301}x; b=2", "a=ü;\u{301}c=1; c=T; b=2"), ("\u{212A}=1", "\u{212A}=1; c=T"),
        ] as [(String?, String)])
    func table(field: String?, result: String) throws {
        #expect(try edited(field).map { Array($0.utf8) } == Array(result.utf8))
    }

    @Test("A name is compared by its bytes, not by what Swift calls equal")
    func kelvin() throws {
        #expect(try edited("\u{212A}=1", "K").map { Array($0.utf8) } == Array("\u{212A}=1; K=T".utf8))
    }

    @Test("Several Cookie fields become one, and none of their cookies is lost")
    func severalFields() throws {
        var request = PlainRequest(url: nil)
        request.headerFields = HeaderFields([("Cookie", "a=1"), ("X", "x"), ("cookie", "b=2; c=3")])
        try request.apply(.cookie("c", "T"))
        #expect(request.headerFields == HeaderFields([("Cookie", "a=1; b=2; c=T"), ("X", "x")]))
    }

    @Test("A value of the characters that RFC 6265 allows arrives as it was")
    func allowed() throws {
        let forbidden = Set(" \",;\\")
        let allowed = (UInt8(0x21)...0x7E).map { Character(Unicode.Scalar($0)) }.filter { !forbidden.contains($0) }
        let value = String(allowed)
        #expect(try edited("a=1; c=0", "c", value) == "a=1; c=" + value)
        #expect(try edited("a=1", "c", "") == "a=1; c=")
        let long = String(repeating: "x", count: 65_536)
        #expect(try edited("a=1", "c", long) == "a=1; c=" + long)
    }

    @Test(
        "A character that a cookie cannot hold fails, and nothing changes",
        arguments: [" ", "\"", ",", ";", "\\", "\t", "\r\n", "\0", "\u{7F}", "ü", "\u{85}", "=\u{301}"])
    func forbidden(character: String) {
        let request = PlainRequest(url: nil, headerFields: ["Cookie": "a=1; c=2"])
        var edited = request
        for value in [character, "x" + character, character + "x"] {
            #expect(throws: RequestEditError.self) { try edited.apply(.cookie("c", value)) }
        }
        for name in ["", "a=b", "a" + character, character + "a", "(", "a/b", "@"] {
            #expect(throws: RequestEditError.self) { try edited.apply(.cookie(name, "x")) }
        }
        #expect(edited == request)
    }

    @Test("Random cookies: one is set, the others stay, and twice is once", arguments: UInt64(0)..<60)
    func random(seed: UInt64) throws {
        var dice = SeededGenerator(seed: seed)
        let cookies = dice.several(0...6) { dice in
            dice.pick(["a", "b", "c", "cc", "C"]) + "=" + dice.text(0...5, of: ["1", "=", "\"", "%3B", ",", "ü", "c"])
        }
        let field = try #require(try edited(cookies.joined(separator: "; ")))
        var expected = cookies.filter { !$0.hasPrefix("c=") }
        let place = cookies.firstIndex { $0.hasPrefix("c=") } ?? expected.count
        expected.insert("c=T", at: place)
        #expect(field == expected.joined(separator: "; "), "seed \(seed)")
    }
}
