import CaptchaRetry
import Testing

@Suite("Look-ups in a JSON document")
struct JSONLookupTests {
    let document = JSONElement(
        #"""
        {"id": 9041237788123456789, "ts": 1741099026.324, "ratio": 1.500, "zero": -0, "big": 1E+400, "sid": "077",
         "on": true, "off": false, "none": null, "list": [1, "two", [3], {"four": 4}], "empty": {}, "nothing": [],
         "error": {"error_code": 14, "params": [{"key": "method", "value": "x"}]}}
        """#.utf8)

    @Test(
        "A number is given with exactly the text that was sent",
        arguments: [
            ("id", "9041237788123456789"), ("ts", "1741099026.324"), ("ratio", "1.500"), ("zero", "-0"),
            ("big", "1E+400"),
        ])
    func exactNumber(name: String, text: String) {
        #expect(document?[name]?.number == text)
        #expect(document?[name]?.text == text)
        #expect(document?[name]?.string == nil)
    }

    @Test("A top value that is a number has no blanks around it")
    func topNumber() {
        #expect(JSONElement(" \n9041237788123456789\t".utf8)?.number == "9041237788123456789")
    }

    @Test("A string that looks like a number is text and no number")
    func numberInString() {
        #expect(document?["sid"]?.string == "077")
        #expect(document?["sid"]?.text == "077")
        #expect(document?["sid"]?.number == nil)
    }

    @Test("Words are what they say")
    func words() {
        #expect(document?["on"]?.bool == true)
        #expect(document?["off"]?.bool == false)
        #expect(document?["none"] != nil)
        #expect(document?["none"]?.bool == nil)
        #expect(document?["none"]?.text == nil)
    }

    @Test("A path leads through objects")
    func path() {
        #expect(document?[["error", "error_code"]]?.number == "14")
        #expect(document?[["error", "params"]]?.elements?.first?["value"]?.string == "x")
        #expect(document?[["empty", "x"]] == nil)
        #expect(document?[["id", "x"]] == nil)
        #expect(document?[["list", "0"]] == nil)
        #expect(document?[[]]?.isObject == true)
    }

    @Test("Elements come in their order, each of its kind")
    func elements() throws {
        let elements = try #require(document?["list"]?.elements)
        #expect(elements.count == 4)
        #expect(elements[0].number == "1")
        #expect(elements[1].string == "two")
        #expect(elements[2].elements?.map(\.number) == ["3"])
        #expect(elements[3]["four"]?.number == "4")
        #expect(document?["nothing"]?.elements?.isEmpty == true)
        #expect(JSONElement("[ ]".utf8)?.elements?.isEmpty == true)
    }

    @Test(
        "A look-up that does not fit the shape gives nil",
        arguments: ["1", "-1", "\"a\"", "true", "null", "[]", "{}", "[{\"a\":1}]", "\"{\\\"a\\\":1}\""])
    func wrongShape(text: String) throws {
        let value = try #require(JSONElement(text.utf8))
        #expect(value["a"] == nil)
        #expect((value.elements != nil) == text.hasPrefix("["))
        #expect((value.string != nil) == text.hasPrefix("\""))
        #expect((value.bool != nil) == (text == "true"))
        #expect((value.number != nil) == ["1", "-1"].contains(text))
        #expect(value.isObject == (text == "{}"))
    }

    @Test("Of several members of one name the last one counts, however they are written")
    func duplicates() {
        #expect(JSONElement(#"{"a":1,"b":5,"a":2}"#.utf8)?["a"]?.number == "2")
        #expect(JSONElement(#"{"a":1,"\u0061":3}"#.utf8)?["a"]?.number == "3")
        #expect(JSONElement(#"{"\u0061":3,"a":{}}"#.utf8)?["a"]?.isObject == true)
    }

    @Test("Members come in their order, duplicates too, without a name that is no text")
    func members() throws {
        let text = #"{"b":1,"\u0061":{"x":2},"b":3,"\ud800":4,"":[5]}"#
        let members = try #require(JSONElement(text.utf8)?.members)
        #expect(members.map(\.name) == ["b", "a", "b", ""])
        #expect(members[0].value.number == "1" && members[2].value.number == "3")
        #expect(members[1].value["x"]?.number == "2")
        #expect(members[3].value.elements?.count == 1)
        #expect(JSONElement("{ }".utf8)?.members?.isEmpty == true)
        for other in ["[]", "1", "\"{}\"", "null"] { #expect(JSONElement(other.utf8)?.members == nil) }
    }

    @Test("A name is found by its characters, also where it is written with escapes")
    func escapedNames() {
        let names = JSONElement(#"{"\u0061\"\\\/\n":1,"\ud83d\uDE00":2,"":3,"a\u0000b":4}"#.utf8)
        #expect(names?["a\"\\/\n"]?.number == "1")
        #expect(names?["😀"]?.number == "2")
        #expect(names?[""]?.number == "3")
        #expect(names?["a\0b"]?.number == "4")
        #expect(names?["a"] == nil)
    }

    @Test("Two names that only look the same are two names")
    func normalForms() {
        let names = JSONElement("{\"e\u{301}\":1,\"\u{E9}\":2,\"\u{212A}\":3,\"\\u0065\\u0301x\":4}".utf8)
        #expect(names?["e\u{301}"]?.number == "1")
        #expect(names?["\u{E9}"]?.number == "2")
        #expect(names?["K"] == nil)
        #expect(names?["e\u{301}x"]?.number == "4")
        #expect(names?["\u{E9}x"] == nil)
    }

    @Test("A name inside of a value or of a nested object is not found")
    func onlyMembers() {
        let nested = JSONElement(#"{"x":{"a":1},"y":"\"a\":2","z":["a",3]}"#.utf8)
        #expect(nested?["a"] == nil)
    }

    @Test("Printing a document shows none of it")
    func printing() {
        let secret = JSONElement(#"{"token":"hush"}"#.utf8)
        var dumped = ""
        dump(secret, to: &dumped)
        for text in ["\(secret as Any)", String(reflecting: secret), dumped] {
            #expect(!text.contains("hush") && !text.contains("104"))
        }
    }
}
