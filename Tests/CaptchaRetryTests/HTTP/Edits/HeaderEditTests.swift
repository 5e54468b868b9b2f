import CaptchaRetry
import Foundation
import Testing

@Suite("Header edits")
struct HeaderEditTests {
    private let request = PlainRequest(
        "PUT", url: URL(string: "https://h/?a=1"), headerFields: ["Accept": "*/*", "x-captcha": "old", "Z": ""],
        body: .data(Data("x".utf8)))

    @Test(
        "A field is found whatever the case of its name, and there are never two",
        arguments: ["X-Captcha", "x-captcha"])
    func replaces(name: String) throws {
        var edited = request
        try edited.apply(.header(name, "T"))
        #expect(edited.headerFields.fields.map(\.value) == ["*/*", "T", ""])
        #expect(edited.headerFields[name] == "T")
        edited.headerFields = request.headerFields
        #expect(edited == request)
    }

    @Test("Of several fields of a name one is left, at the place of the first")
    func severalBecomeOne() throws {
        var edited = request
        edited.headerFields = HeaderFields([("x-a", "1"), ("B", "2"), ("X-A", "3"), ("X-a", "4"), ("C", "5")])
        try edited.apply(.header("X-A", "T"))
        #expect(edited.headerFields == HeaderFields([("x-a", "T"), ("B", "2"), ("C", "5")]))
    }

    @Test("A new field comes last; set twice it is there once")
    func appends() throws {
        var edited = request
        try edited.apply(.header("X-New", "1"))
        try edited.apply(.header("x-new", "2"))
        #expect(edited.headerFields.fields.map(\.name) == ["Accept", "x-captcha", "Z", "X-New"])
        #expect(edited.headerFields["X-New"] == "2")
    }

    @Test(
        "A value arrives as it was",
        arguments: [
            "", "a", "a+b/c=d&e#f?g%h ü", "\"q\", 'q'; q", "a b", "e\u{301}", "😀",
            String(repeating: "x", count: 65_536),
        ])
    func anyValue(value: String) throws {
        var edited = request
        try edited.apply(.header("X-Captcha", value))
        #expect(edited.value(forHTTPHeaderField: "x-CAPTCHA").map { Array($0.utf8) } == Array(value.utf8))
    }

    @Test(
        "A value that a header field cannot hold fails, and nothing changes",
        arguments: [
            "a\r\nX-Evil: 1", "a\rb", "a\nb", "\n", "a\n", "\0", "a\0b", " a", "a ", " ", "\ta", "a\tb", "\u{1B}[1m",
            "a\u{7F}", "\r\n", " \u{301}a", "a\u{1F}\u{308}",
        ])
    func badValues(value: String) {
        var edited = request
        #expect(throws: RequestEditError.self) { try edited.apply(.header("X-Captcha", value)) }
        #expect(edited == request)
    }

    @Test(
        "A name that is none fails, and nothing changes",
        arguments: ["", " ", "X A", "X:", "X\r\nY: 1", "X\n", "ü", "X\0", "(x)", "a/b", "X-\u{301}"])
    func badNames(name: String) {
        var edited = request
        #expect(throws: RequestEditError.self) { try edited.apply(.header(name, "T")) }
        #expect(edited == request)
    }

    @Test("A request that drops the field without a word fails the edit, instead of losing the token")
    func deaf() {
        let deaf = DeafRequest(request)
        var edited = deaf
        #expect(throws: RequestEditError.self) { try edited.apply(.header("X-New", "T")) }
        #expect(throws: RequestEditError.self) { try edited.apply(.header("X-Captcha", "T")) }
        #expect(throws: RequestEditError.self) { try edited.apply(.cookie("a", "T")) }
        #expect(edited == deaf)
    }

    @Test("A request that changes the value fails the edit, also where Swift calls both equal")
    func meddling() {
        var cutting = MeddlingRequest(.cuts)
        #expect(throws: RequestEditError.self) { try cutting.apply(.header("X", "longer than eight")) }
        #expect(cutting == MeddlingRequest(.cuts))
        var normalising = MeddlingRequest(.normalises)
        #expect(throws: RequestEditError.self) { try normalising.apply(.header("X", "\u{E9}")) }
        #expect(normalising == MeddlingRequest(.normalises))
    }
}
