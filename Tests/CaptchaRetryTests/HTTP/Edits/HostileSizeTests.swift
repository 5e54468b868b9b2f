import CaptchaRetry
import Foundation
import Testing

/// Sizes at which anything quadratic takes hours, and anything linear takes a moment, also in a debug build.
@Suite("Large and hostile requests and responses", .timeLimit(.minutes(60)))
struct HostileSizeTests {
    private static let mebibyte = 1 << 20

    private func body(_ text: String, _ type: String, after edit: RequestEdit) throws -> [UInt8]? {
        var request = PlainRequest(
            "POST", url: URL(string: "https://h/"), headerFields: ["Content-Type": type], body: .data(Data(text.utf8)))
        try request.apply(edit)
        if case .data(let data) = request.replayableBody { return Array(data) }
        return nil
    }

    @Test(
        "A form of a mebibyte is edited",
        arguments: ["&", "t=1&"])
    func form(piece: String) throws {
        let text = String(repeating: piece, count: Self.mebibyte / piece.utf8.count)
        let edited = try body(text, "application/x-www-form-urlencoded", after: .form("t", "T"))
        let pairs = try #require(edited).split(separator: UInt8(ascii: "&"))
        #expect(pairs.filter { $0.elementsEqual("t=T".utf8) }.count == 1)
    }

    @Test("A query of 64 KiB is edited", arguments: ["&", "t&", "a=1&", "%74=&", "=", "%25"])
    func query(piece: String) throws {
        let query = String(repeating: piece, count: 65_536 / piece.utf8.count)
        var request = PlainRequest(url: URL(string: "https://h/?" + query))
        try request.apply(.query("t", "T"))
        let edited = try #require(request.url?.absoluteString)
        #expect(edited.components(separatedBy: "t=T").count == 2)
    }

    @Test("A Cookie field of 256 KiB is edited", arguments: [";", " ", "t;", "t=1; ", "a=1;", "="])
    func cookie(piece: String) throws {
        var request = PlainRequest(url: nil)
        request.headerFields["Cookie"] = String(repeating: piece, count: Self.mebibyte / 4 / piece.utf8.count) + "x"
        try request.apply(.cookie("t", "T"))
        #expect(request.headerFields["Cookie"]?.contains("t=T") == true)
    }

    @Test("A member is found, set and added among 100,000 others")
    func manyMembers() throws {
        let members = (0..<100_000).map { "\"k\($0)\":\($0)" }.joined(separator: ",")
        let document = try #require(JSONElement("{\(members)}".utf8))
        #expect(document["k0"]?.number == "0")
        #expect(document["k99999"]?.number == "99999")
        #expect(document["missing"] == nil)
        let set = try body("{\(members)}", "application/json", after: .json(["k50000"], "T"))
        #expect(set == Array("{\(members.replacing("\"k50000\":50000", with: "\"k50000\":\"T\""))}".utf8))
        let added = try body("{\(members)}", "application/json", after: .json(["x", "y"], "T"))
        #expect(added == Array("{\(members),\"x\":{\"y\":\"T\"}}".utf8))
    }

    @Test("100,000 members of one name are all set")
    func manyDuplicates() throws {
        let members = Array(repeating: "\"t\":0", count: 100_000).joined(separator: ",")
        let expected = Array(repeating: "\"t\":\"T\"", count: 100_000).joined(separator: ",")
        let edited = try body("{\(members)}", "application/json", after: .json(["t"], "T"))
        #expect(edited == Array("{\(expected)}".utf8))
    }

    @Test("100,000 objects on the way are all set")
    func manyWays() throws {
        let members = Array(repeating: "\"a\":{}", count: 100_000).joined(separator: ",")
        let expected = Array(repeating: "\"a\":{\"t\":\"T\"}", count: 100_000).joined(separator: ",")
        let edited = try body("{\(members)}", "application/json", after: .json(["a", "t"], "T"))
        #expect(edited == Array("{\(expected)}".utf8))
    }

    @Test("An array of 100,000 elements is read")
    func manyElements() throws {
        let text = "[" + Array(repeating: "{\"error_code\":14}", count: 100_000).joined(separator: ",") + "]"
        let elements = try #require(JSONElement(text.utf8)?.elements)
        #expect(elements.count == 100_000)
        #expect(elements.last?["error_code"]?.number == "14")
    }

    @Test("A string of 256 KiB is read, also one of escapes", arguments: ["x", "\\n", "\\u0041", "\\ud83d\\ude00"])
    func longString(piece: String) throws {
        let count = Self.mebibyte / 4 / piece.utf8.count
        let text = "{\"a\":\"\(String(repeating: piece, count: count))\"}"
        #expect(JSONElement(text.utf8)?["a"]?.string?.count == count)
        let edited = try body(text, "application/json", after: .json(["t"], "T"))
        #expect(edited == Array((text.dropLast() + ",\"t\":\"T\"}").utf8))
    }

    @Test(
        "Blanks, digits and half escapes of a mebibyte are read or refused",
        arguments: [" ", "9", "\"\\", "\\u", "[1,", "-"])
    func longNonsense(piece: String) {
        let text = String(repeating: piece, count: Self.mebibyte / piece.utf8.count)
        #expect((JSONElement(text.utf8) != nil) == (piece == "9"))
    }

    @Test("100 levels, each of them with the path's name twice, are edited")
    func deepAndWide() throws {
        // The last of each pair goes on; the first one is a dead end that has to be set as well.
        let depth = 100
        let text = String(repeating: "{\"a\":{},\"a\":", count: depth) + "{}" + String(repeating: "}", count: depth)
        let path = Array(repeating: "a", count: depth) + ["t"]
        let edited = try #require(try body(text, "application/json", after: .json(path, "T")))
        let document = try #require(JSONElement(edited))
        #expect(document[path]?.string == "T")
    }
}
