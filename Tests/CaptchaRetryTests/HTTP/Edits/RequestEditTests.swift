import CaptchaRetry
import Foundation
import Testing

@Suite("Edits as values")
struct RequestEditTests {
    static let edits: [RequestEdit] = [
        .header("X-Place", "hush"), .query("place", "hush"), .form("place", "hush"), .formOrQuery("place", "hush"),
        .json(["place", "inner"], "hush"), .jsonNumber(["place"], "hush"), .cookie("place", "hush"),
    ]

    @Test("An edit says where it goes, and never what", arguments: edits)
    func printing(edit: RequestEdit) {
        for text in printed(edit) { #expect(!text.contains("hush")) }
        #expect(edit.description.lowercased().contains("place"))
        #expect(Mirror(reflecting: edit).children.isEmpty)
    }

    @Test("Edits are equal if place and value are")
    func equality() {
        #expect(Set(Self.edits + Self.edits).count == Self.edits.count)
        #expect(RequestEdit.query("a", "1") != .query("a", "2"))
        #expect(RequestEdit.query("a", "1") != .form("a", "1"))
        #expect(RequestEdit.json(["a"], "1") != .jsonNumber(["a"], "1"))
    }

    @Test("The error of an edit names no value", arguments: edits)
    func errors(edit: RequestEdit) throws {
        let plain = PlainRequest(
            "GET", url: URL(string: "https://h/?q=secret"), headerFields: ["X-Place": "secret"],
            body: .data(Data("secret".utf8)))
        var deaf = DeafRequest(plain)
        let error = try #require(throws: RequestEditError.self) { try deaf.apply(edit) }
        for text in printed(error) { #expect(!text.contains("hush") && !text.contains("secret")) }
    }
}
