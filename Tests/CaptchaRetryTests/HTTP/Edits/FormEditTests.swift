import CaptchaRetry
import Foundation
import TestSupport
import Testing

@Suite("Form edits")
struct FormEditTests {
    static let formType = "application/x-www-form-urlencoded"

    private func request(
        _ body: String?, _ type: String? = FormEditTests.formType, method: String = "POST"
    ) -> PlainRequest {
        var request = PlainRequest(method, url: URL(string: "https://h/p?token=0"), headerFields: ["Accept": "*/*"])
        request.headerFields["Content-Type"] = type
        if let body { request.replayableBody = .data(Data(body.utf8)) }
        return request
    }

    private func body(_ request: PlainRequest) -> [UInt8]? {
        if case .data(let data) = request.replayableBody { Array(data) } else { nil }
    }

    @Test(
        "A field is set, and the others stay byte for byte",
        arguments: [
            ("a=1", "a=1&token=T"), ("token=1", "token=T"), ("a=1&token=2&b=3&token=4", "a=1&token=T&b=3"),
            ("a=%2B+%zz&&flag&e=", "a=%2B+%zz&&flag&e=&token=T"), ("a=1&", "a=1&token=T"),
            ("a=ü x\r\n", "a=ü x\r\n&token=T"),
            ("{\"not\":\"a form\"}", "{\"not\":\"a form\"}&token=T"), ("\u{FEFF}a=1", "\u{FEFF}a=1&token=T"),
            ("a=1&\u{301}b=2", "a=1&\u{301}b=2&token=T"),
        ])
    func table(text: String, result: String) throws {
        var edited = request(text)
        try edited.apply(.form("token", "T"))
        #expect(body(edited) == Array(result.utf8))
        let once = edited
        try edited.apply(.form("token", "T"))
        #expect(edited == once)
        edited.replayableBody = request(text).replayableBody
        #expect(edited == request(text))
    }

    @Test("A form that is not UTF-8 is edited like any other")
    func invalidUTF8() throws {
        var edited = request("")
        edited.replayableBody = .data(Data([0x61, 0x3D, 0xE9, 0x26, 0x62]))
        try edited.apply(.form("b", "T"))
        #expect(body(edited) == [0x61, 0x3D, 0xE9, 0x26, 0x62, 0x3D, 0x54])
    }

    @Test(
        "It is a form by its Content-Type, whatever case, blanks and parameters that has",
        arguments: [
            (formType, true), (formType + "; charset=UTF-8", true), (formType + ";charset=\"utf-8\"", true),
            ("Application/X-WWW-Form-Urlencoded", true), (" \(formType) ; x=y", true), (formType + "2", false),
            ("application/json", false), ("text/plain; x=\(formType)", false),
            ("multipart/form-data; boundary=a", false),
            ("", false),
        ])
    func contentType(type: String, isForm: Bool) throws {
        var edited = request("a=1", type)
        if isForm {
            try edited.apply(.form("token", "T"))
            #expect(body(edited) == Array("a=1&token=T".utf8))
        } else {
            #expect(throws: RequestEditError.self) { try edited.apply(.form("token", "T")) }
        }
        edited.replayableBody = request("a=1").replayableBody
        #expect(edited == request("a=1", type))
    }

    @Test("Without a Content-Type a body that looks like a form is one, and none is added")
    func noContentType() throws {
        var edited = request("a=1&b[]=2", nil)
        try edited.apply(.form("token", "T"))
        #expect(body(edited) == Array("a=1&b[]=2&token=T".utf8))
        #expect(edited.headerFields == ["Accept": "*/*"])
    }

    @Test(
        "Without a Content-Type, what does not look like a form is none",
        arguments: ["{\"a\":\"b=c\"}", "text", "<a/>"])
    func noForm(text: String) {
        var edited = request(text, nil)
        #expect(throws: RequestEditError.self) { try edited.apply(.form("token", "T")) }
        #expect(edited == request(text, nil))
    }

    @Test("A request without a body gets one, with its Content-Type", arguments: ["POST", "put", "PATCH", "DELETE"])
    func createsBody(method: String) throws {
        for empty in [nil, ""] {
            var edited = request(empty, nil, method: method)
            try edited.apply(.form("token", "T"))
            #expect(body(edited) == Array("token=T".utf8))
            #expect(edited.headerFields == ["Accept": "*/*", "Content-Type": Self.formType])
            let once = edited
            try edited.apply(.form("token", "T"))
            #expect(edited == once)
        }
    }

    @Test("A Content-Type that says form already stays as it is when a body is made")
    func keepsContentType() throws {
        var edited = request(nil, "application/x-www-form-urlencoded; charset=utf-8")
        try edited.apply(.form("token", "T"))
        #expect(body(edited) == Array("token=T".utf8))
        #expect(edited.headerFields["Content-Type"] == "application/x-www-form-urlencoded; charset=utf-8")
    }

    @Test("A Content-Type of another kind is not overwritten: the edit fails")
    func otherContentType() {
        var edited = request(nil, "application/json")
        #expect(throws: RequestEditError.self) { try edited.apply(.form("token", "T")) }
        #expect(edited == request(nil, "application/json"))
    }

    @Test("GET and HEAD get no body", arguments: ["GET", "HEAD", "get", nil])
    func noBodyForGet(method: String?) {
        for empty in [nil, ""] {
            var edited = request(empty, nil)
            edited.httpMethod = method
            let before = edited
            #expect(throws: RequestEditError.self) { try edited.apply(.form("token", "T")) }
            #expect(edited == before)
        }
    }

    @Test("A one-shot body, a missing name, and a body that is not taken fail, and nothing changes")
    func failures() {
        var streamed = request(nil)
        streamed.replayableBody = .oneShot
        let before = streamed
        #expect(throws: RequestEditError.self) { try streamed.apply(.form("token", "T")) }
        #expect(streamed == before)
        var unnamed = request("a=1&=2")
        #expect(throws: RequestEditError.self) { try unnamed.apply(.form("", "T")) }
        #expect(unnamed == request("a=1&=2"))
        for plain in [request("a=1"), request(nil, nil)] {
            var deaf = DeafRequest(plain)
            #expect(throws: RequestEditError.self) { try deaf.apply(.form("token", "T")) }
        }
    }

    @Test("Random forms: one field is set, all else stays byte for byte, and twice is once", arguments: UInt64(0)..<100)
    func random(seed: UInt64) throws {
        var dice = SeededGenerator(seed: seed)
        let names = ["a", "b", "x+y", "x y", "x%20y", "%61", "ü", "%C3%BC", "token", "c[]", "%zz", "%"]
        let pieces = ["1", "%2B", "+", "=", "ü", " ", "\n", "\"", "{", "#", "?", "%zz", "\u{301}", ";"]
        let pairs = dice.several(1...7) { dice in
            dice.once(in: 6) ? "" : dice.pick(names) + (dice.once(in: 4) ? "" : "=" + dice.text(0...4, of: pieces))
        }
        let text = "x=0&" + pairs.joined(separator: "&")
        let name = dice.pick(["a", "x y", "ü", "token", "c[]", "new", "%zz"])
        let value = dice.pick(QueryEditTests.values)
        var edited = request(text)
        try edited.apply(.form(name, value))
        let expected = PairsOracle.setting(name, to: value, in: text)
        #expect(body(edited) == Array(expected.utf8), "seed \(seed): \(text)")
        let once = edited
        try edited.apply(.form(name, value))
        #expect(edited == once)
    }
}
