import CaptchaRetry
import Testing

@Suite("Header fields")
struct HeaderFieldsTests {
    @Test("A field is found whatever the case of its ASCII letters")
    func lookUp() {
        let fields: HeaderFields = ["X-Captcha-ID": "1", "Ключ": "2", "\u{212A}": "3"]
        #expect(fields["x-captcha-id"] == "1")
        #expect(fields["X-CAPTCHA-ID"] == "1")
        #expect(fields["X-Captcha"] == nil)
        #expect(fields["X_Captcha_ID"] == nil)
        #expect(fields["Ключ"] == "2")
        #expect(fields["ключ"] == nil)
        #expect(fields["k"] == nil)
        #expect(fields[""] == nil)
    }

    @Test("Characters 32 apart that are no letters are different", arguments: ["@", "[", "^", "_", "{", "~"])
    func onlyLetters(name: String) {
        let other = String(Unicode.Scalar((name.utf8.first ?? 0) ^ 0x20))
        #expect(HeaderFields([(name, "1")])[other] == nil)
    }

    @Test("Setting replaces all fields of the name at the place of the first, and keeps its spelling")
    func set() {
        var fields = HeaderFields([("A", "1"), ("x-b", "2"), ("C", "3"), ("X-B", "4")])
        fields["X-b"] = "5"
        #expect(fields == HeaderFields([("A", "1"), ("x-b", "5"), ("C", "3")]))
        fields["D"] = "6"
        #expect(fields.fields.map(\.name) == ["A", "x-b", "C", "D"])
        fields["a"] = nil
        fields["missing"] = nil
        #expect(fields.fields.map(\.name) == ["x-b", "C", "D"])
    }

    @Test("Removing removes all fields of the name")
    func removeAll() {
        var fields = HeaderFields([("a", "1"), ("b", "2"), ("A", "3")])
        fields["A"] = nil
        #expect(fields == HeaderFields([("b", "2")]))
    }

    @Test("A literal keeps order and duplicates, and the first one is found")
    func literal() {
        let fields: HeaderFields = ["b": "1", "a": "2", "B": "3"]
        #expect(fields.fields.map(\.value) == ["1", "2", "3"])
        #expect(fields["B"] == "1")
    }

    @Test("A dictionary gives its fields in the order of their names")
    func dictionary() {
        let dictionary = ["c": "3", "a": "1", "b": "2"]
        #expect(HeaderFields(dictionary) == ["a": "1", "b": "2", "c": "3"])
        #expect(HeaderFields([:]).fields.isEmpty)
    }

    @Test("Printing shows names and no values")
    func printing() {
        let fields: HeaderFields = ["Authorization": "hush"]
        for text in printed(fields) + printed(fields.fields) { #expect(!text.contains("hush")) }
        #expect(fields.description.contains("Authorization"))
    }
}
