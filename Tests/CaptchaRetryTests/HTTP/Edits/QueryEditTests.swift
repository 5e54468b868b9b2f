import CaptchaRetry
import Foundation
import TestSupport
import Testing

@Suite("Query edits")
struct QueryEditTests {
    private func edited(_ url: String, _ name: String = "token", _ value: String = "T") throws -> String? {
        var request = PlainRequest(url: URL(string: url))
        try request.apply(.query(name, value))
        return request.url?.absoluteString
    }

    @Test(
        "A parameter is set, and the rest of the URL stays",
        arguments: [
            ("https://h", "https://h?token=T"), ("https://h/", "https://h/?token=T"),
            ("https://h/?", "https://h/?token=T"),
            ("https://h?a&", "https://h?a&token=T"), ("https://h/p#f", "https://h/p?token=T#f"),
            ("https://h/p?#", "https://h/p?token=T#"), ("https://h/p#f?token=1", "https://h/p?token=T#f?token=1"),
            ("https://h/?a=1&a=2&flag&x=%2B+&e=", "https://h/?a=1&a=2&flag&x=%2B+&e=&token=T"),
            ("https://h/?a=b?c=d/e&token", "https://h/?a=b?c=d/e&token=T"),
            ("https://u:p@h:8/p%2Fq;v=1?token=1&token=2&z#f%20", "https://u:p@h:8/p%2Fq;v=1?token=T&z#f%20"),
            ("/p?q", "/p?q&token=T"), ("", nil),
        ] as [(String, String?)])
    func table(url: String, result: String?) throws {
        guard let result else {
            #expect(throws: RequestEditError.self) { try edited(url) }
            return
        }
        #expect(try edited(url) == result)
    }

    @Test("What a URL made of illegal characters stays as the URL has it")
    func illegalCharacters() throws {
        let source = "https://h/p?a=1&a=2&flag&x=%2B+%zz&e=&q=[1] ü"
        let before = try #require(URL(string: source)?.absoluteString)
        #expect(try edited(source) == before + "&token=T")
    }

    @Test("A URL that is relative to a base becomes what it stands for")
    func relative() throws {
        let base = URL(string: "https://h/a/b?x=1")
        var request = PlainRequest(url: URL(string: "c?y=2", relativeTo: base))
        try request.apply(.query("token", "T"))
        #expect(request.url?.absoluteString == "https://h/a/c?y=2&token=T")
    }

    static let values = [
        "", "T", "a+b/c=d&e#f?g%h ü", "\"quoted\" 'too'", "%2B", "100%", "?&=#", "\u{1F600}", "e\u{301}",
        "\r\n\0\u{7F}",
        String(repeating: "a+/=", count: 16 * 1024),
    ]

    @Test("Any value arrives as it was", arguments: values)
    func anyValue(value: String) throws {
        let url = try #require(try edited("https://h/p?a=1&token=0&b=2#f", "token", value))
        let query = try #require(URLComponents(string: url)?.percentEncodedQuery)
        #expect(PairsOracle.values(of: "token", in: query).map { Array($0.utf8) } == [Array(value.utf8)])
        #expect(url == "https://h/p?a=1&token=\(PairsOracle.encoded(value))&b=2#f")
    }

    @Test("Any name arrives as it was", arguments: ["captcha[token]", "a b", "a=b&c#d", "ü", "%41", "+"])
    func anyName(name: String) throws {
        let url = try #require(try edited("https://h/?x=1", name, "T"))
        #expect(url == "https://h/?x=1&\(PairsOracle.encoded(name))=T")
        #expect(try edited(url, name, "T") == url)
    }

    @Test(
        "Random queries: one parameter is set, all else stays byte for byte, and twice is once",
        arguments: UInt64(0)..<150)
    func random(seed: UInt64) throws {
        var dice = SeededGenerator(seed: seed)
        let names = ["a", "b", "flag", "x%20y", "x+y", "%61", "c%5B%5D", "%C3%BC", "token", "A", "%2B"]
        let pieces = ["1", "%2B", "+", "=", "%20", ";", "/", "?", "a", "%00", "-._~", "!$'()*,:@"]
        let pairs = dice.several(0...6) { dice in
            dice.once(in: 6) ? "" : dice.pick(names) + (dice.once(in: 4) ? "" : "=" + dice.text(0...4, of: pieces))
        }
        let query = dice.once(in: 8) ? "" : "?" + pairs.joined(separator: "&")
        let start = dice.pick(["https://api.example.com", "http://u@127.0.0.1:8080/a/b%2Fc", "https://[::1]/"])
        let fragment = dice.pick(["", "", "#", "#f?a=1&b=2", "#%20"])
        let source = start + query + fragment
        let request = PlainRequest("POST", url: URL(string: source), headerFields: ["A": "1"], body: .data(Data([1])))
        try #require(request.url?.absoluteString == source, "the test wants legal URLs")

        let name = dice.pick(["a", "b", "flag", "x y", "c[]", "ü", "token", "new", "+"])
        let value = dice.pick(Self.values)
        let edit = RequestEdit.query(name, value)
        var edited = request
        try edited.apply(edit)
        let expected = PairsOracle.setting(name, to: value, in: String(query.dropFirst()))
        #expect(edited.url?.absoluteString == start + "?" + expected + fragment, "seed \(seed): \(source)")

        var twice = edited
        try twice.apply(edit)
        #expect(twice == edited)
        edited.url = request.url
        #expect(edited == request)
    }

    @Test("Without a URL, or without a name, or where the URL is not taken, the edit fails and nothing changes")
    func failures() {
        var none = PlainRequest(url: nil)
        #expect(throws: RequestEditError.self) { try none.apply(.query("a", "1")) }
        #expect(none == PlainRequest(url: nil))
        let request = PlainRequest(url: URL(string: "https://h/?&=x"))
        var unnamed = request
        #expect(throws: RequestEditError.self) { try unnamed.apply(.query("", "1")) }
        #expect(unnamed == request)
        var deaf = DeafRequest(request)
        #expect(throws: RequestEditError.self) { try deaf.apply(.query("a", "1")) }
    }
}
