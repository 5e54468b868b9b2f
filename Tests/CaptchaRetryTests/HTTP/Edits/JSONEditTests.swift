import CaptchaRetry
import Foundation
import TestSupport
import Testing

@Suite("JSON edits")
struct JSONEditTests {
    private func request(_ body: String) -> PlainRequest {
        PlainRequest(
            "POST", url: URL(string: "https://h/?a=1"), headerFields: ["Content-Type": "application/json"],
            body: .data(Data(body.utf8)))
    }

    private func edited(_ body: String, _ edit: RequestEdit) throws -> String? {
        var edited = request(body)
        try edited.apply(edit)
        let once = edited
        try edited.apply(edit)
        #expect(edited == once, "applied twice")
        edited.replayableBody = request(body).replayableBody
        #expect(edited == request(body), "all but the body")
        guard case .data(let data) = once.replayableBody else { return nil }
        // Not `String(data:encoding:)`, which drops a byte order mark.
        return String(decoding: data, as: UTF8.self)
    }

    @Test(
        "A string is set, and the rest stays byte for byte",
        arguments: [
            ("{}", #"{"t":"T"}"#), ("{ }", #"{ "t":"T"}"#), ("\n{\n}\n", "\n{\n\"t\":\"T\"}\n"),
            (#"{"a":1}"#, #"{"a":1,"t":"T"}"#),
            (#"{"a":1 }"#, #"{"a":1 ,"t":"T"}"#), (#"{"t":1}"#, #"{"t":"T"}"#),
            (#"{ "t" : "old" , "b":2 }"#, #"{ "t" : "T" , "b":2 }"#),
            (#"{"t":{"x":[1,"}"]},"b":1.50}"#, #"{"t":"T","b":1.50}"#),
            (#"{"t":1,"a":2,"t":3}"#, #"{"t":"T","a":2,"t":"T"}"#),
            (#"{"\u0074":1}"#, #"{"\u0074":"T"}"#), (#"{"x":{"t":1},"T":2}"#, #"{"x":{"t":1},"T":2,"t":"T"}"#),
            (
                "\u{FEFF}{\"id\":9041237788123456789,\"é\":\"\\u00e9\"}",
                "\u{FEFF}{\"id\":9041237788123456789,\"é\":\"\\u00e9\",\"t\":\"T\"}"
            ),
            (#"{"t\u0301":1}"#, #"{"t\u0301":1,"t":"T"}"#), (#"{"a":"\ud800"}"#, #"{"a":"\ud800","t":"T"}"#),
        ])
    func top(body: String, result: String) throws {
        #expect(try edited(body, .json(["t"], "T")).map { Array($0.utf8) } == Array(result.utf8))
    }

    @Test(
        "A path leads through objects, and makes those that are missing",
        arguments: [
            ("{}", #"{"a":{"b":{"c":"T"}}}"#), (#"{"a":{}}"#, #"{"a":{"b":{"c":"T"}}}"#),
            (#"{"a":{"b":{ }}}"#, #"{"a":{"b":{ "c":"T"}}}"#),
            (#"{"a":{"b":{"c":null}},"c":0}"#, #"{"a":{"b":{"c":"T"}},"c":0}"#),
            (#"{"a":{"x":1}}"#, #"{"a":{"x":1,"b":{"c":"T"}}}"#),
            (#"{"a":{"b":{"c":1}},"a":{}}"#, #"{"a":{"b":{"c":"T"}},"a":{"b":{"c":"T"}}}"#),
        ])
    func nested(body: String, result: String) throws {
        #expect(try edited(body, .json(["a", "b", "c"], "T")) == result)
    }

    @Test(
        "Something else than an object on the way fails, and nothing changes",
        arguments: [
            "[]", "1", "\"a\"", "null", "[{\"a\":{}}]", #"{"a":1}"#, #"{"a":null}"#, #"{"a":[]}"#, #"{"a":[{"b":1}]}"#,
            #"{"a":"{}"}"#, #"{"a":{"b":true}}"#, #"{"a":1,"a":{}}"#, #"{"a":{},"a":1}"#,
        ])
    func notOnTheWay(body: String) {
        var edited = request(body)
        #expect(throws: RequestEditError.self) { try edited.apply(.json(["a", "b", "c"], "T")) }
        #expect(edited == request(body))
    }

    @Test("A body that is not well-formed fails", arguments: ["", " ", "{", "{\"a\":1,}", "{} {}", "a=1", "\u{0}{}"])
    func malformed(body: String) {
        var edited = request(body)
        #expect(throws: RequestEditError.self) { try edited.apply(.json(["t"], "T")) }
        #expect(throws: RequestEditError.self) { try edited.apply(.jsonNumber(["t"], "1")) }
        #expect(edited == request(body))
    }

    @Test("No body, a one-shot body, an empty path, and a body that is not taken fail")
    func failures() {
        for body in [ReplayableBody.none, .oneShot] {
            var request = PlainRequest("POST", url: nil, body: body)
            #expect(throws: RequestEditError.self) { try request.apply(.json(["t"], "T")) }
            #expect(request.replayableBody == body)
        }
        var edited = request("{}")
        #expect(throws: RequestEditError.self) { try edited.apply(.json([], "T")) }
        var deaf = DeafRequest(request("{}"))
        #expect(throws: RequestEditError.self) { try deaf.apply(.json(["t"], "T")) }
    }

    @Test("A path as deep as a document may be is made, a deeper one fails")
    func depth() throws {
        let deepest = Array(repeating: "a", count: 128)
        #expect(
            try edited("{}", .json(deepest, "T"))?.hasSuffix("{\"a\":\"T\"" + String(repeating: "}", count: 128))
                == true)
        var deeper = request("{}")
        #expect(throws: RequestEditError.self) { try deeper.apply(.json(deepest + ["a"], "T")) }
        #expect(deeper == request("{}"))
    }

    @Test("Any value arrives as it was", arguments: QueryEditTests.values + ["\u{2028}\u{1F}\"\\/\u{8}"])
    func anyValue(value: String) throws {
        let body = try #require(try edited(#"{"a":[1],"t":0,"b":1.0}"#, .json(["t"], value)))
        let object = try JSONSerialization.jsonObject(with: Data(body.utf8)) as? [String: Any]
        #expect((object?["t"] as? String).map { Array($0.utf8) } == Array(value.utf8))
        #expect(body.hasPrefix(#"{"a":[1],"t":"#) && body.hasSuffix(#","b":1.0}"#))
    }

    @Test("Any name arrives as it was", arguments: ["", "a b", "\"", "\\", "\n\0", "ü", "e\u{301}", "😀", "{\"a\":"])
    func anyName(name: String) throws {
        let body = try #require(try edited("{\"x\":0}", .json([name, name], "T")))
        struct Inner: Decodable { var value: [String: [String: String]] }
        let document = try #require(JSONElement(body.utf8))
        #expect(document[[name, name]]?.string == "T")
        #expect((try JSONSerialization.jsonObject(with: Data(body.utf8)) as? [String: Any])?.count == 2)
    }

    // MARK: Numbers

    @Test(
        "A number goes in with exactly its text",
        arguments: ["9041237788123456789", "1741099026.324", "1.500", "-0", "1E+5"])
    func numbers(text: String) throws {
        #expect(try edited(#"{"t":"x"}"#, .jsonNumber(["t"], text)) == "{\"t\":\(text)}")
        #expect(try edited("{}", .jsonNumber(["a", "t"], text)) == "{\"a\":{\"t\":\(text)}}")
    }

    @Test(
        "A text that is no JSON number fails, and nothing changes",
        arguments: [
            "", " ", "1 ", " 1", "01", "1.", ".5", "+1", "0x1", "1e", "NaN", "\"1\"", "true", "1,2", "1}", "[1]", "{}",
            "null",
            "1\n", "\u{FEFF}1", "1\u{301}", "١", "-",
        ])
    func noNumber(text: String) {
        var edited = request("{\"t\":1}")
        #expect(throws: RequestEditError.self) { try edited.apply(.jsonNumber(["t"], text)) }
        #expect(edited == request("{\"t\":1}"))
    }

    // MARK: Random documents

    @Test(
        "Random documents: one value is set, all else stays byte for byte, and twice is once",
        arguments: UInt64(0)..<200)
    func random(seed: UInt64) throws {
        var dice = SeededGenerator(seed: seed)
        let model = JSONModel.randomObject(&dice, depth: 4)
        let path = dice.several(1...3) { $0.pick(JSONModel.names) }
        let isNumber = dice.once(in: 2)
        let edit = isNumber ? RequestEdit.jsonNumber(path, "1.500") : .json(path, "a+\"\\\n")
        let body = "\n " + model.text + " "
        guard let expected = model.setting(path, to: isNumber ? "1.500" : #""a+\"\\\u000a""#) else {
            #expect(throws: RequestEditError.self, "seed \(seed): \(body)") { try edited(body, edit) }
            return
        }
        let result = try edited(body, edit)
        #expect(
            result.map { Array($0.utf8) } == Array(("\n " + expected.text + " ").utf8), "seed \(seed): \(path) \(body)")
    }
}
