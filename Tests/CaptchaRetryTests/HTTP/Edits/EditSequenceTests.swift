import CaptchaRetry
import Foundation
import TestSupport
import Testing

@Suite("Several edits")
struct EditSequenceTests {
    private let request = PlainRequest(
        "POST", url: URL(string: "https://h/p?a=%2B#f"),
        headerFields: ["Content-Type": "application/x-www-form-urlencoded", "Cookie": "s=1"],
        body: .data(Data("a=1".utf8)))

    @Test("All of them are made, in their order")
    func all() throws {
        var edited = request
        try edited.apply([
            .query("t", "1"), .query("t", "2"), .form("t", "3"), .header("X-T", "4"), .cookie("t", "5"),
        ])
        #expect(edited.url?.absoluteString == "https://h/p?a=%2B&t=2#f")
        #expect(edited.replayableBody == .data(Data("a=1&t=3".utf8)))
        #expect(edited.headerFields["X-T"] == "4")
        #expect(edited.headerFields["Cookie"] == "s=1; t=5")
        #expect(edited.headerFields.fields.count == 3)
        #expect(edited.httpMethod == "POST")
    }

    @Test("None of them is made if one cannot be")
    func none() {
        let good: [RequestEdit] = [.query("t", "1"), .form("t", "3"), .header("X-T", "4"), .cookie("t", "5")]
        for place in 0...good.count {
            var edits = good
            edits.insert(.json(["t"], "T"), at: place)
            var edited = request
            #expect(throws: RequestEditError.self) { try edited.apply(edits) }
            #expect(edited == request)
        }
    }

    @Test("A Content-Length that the caller set follows the body, and is not made where there was none")
    func contentLength() throws {
        var edited = request
        edited.headerFields["content-length"] = "3"
        try edited.apply(.form("t", "12"))
        #expect(edited.headerFields["Content-Length"] == "8")
        try edited.apply([.query("t", "1"), .header("X-T", "4")])
        #expect(edited.headerFields["Content-Length"] == "8")
        var document = PlainRequest(
            "POST", url: nil, headerFields: ["Content-Length": "2"], body: .data(Data("{}".utf8)))
        try document.apply(.json(["ü"], "T"))
        #expect(document.headerFields == ["Content-Length": "10"])
        var without = request
        try without.apply(.form("t", "12"))
        #expect(without.headerFields == request.headerFields)
    }

    @Test("No edits change nothing")
    func empty() throws {
        var edited = request
        try edited.apply([])
        #expect(edited == request)
    }

    @Test(
        "Each kind of edit changes its own place only, on random requests, and twice is once",
        arguments: UInt64(0)..<100)
    func isolation(seed: UInt64) throws {
        var dice = SeededGenerator(seed: seed)
        let request = randomRequest(&dice)
        let value = dice.pick(["T", "a+b/c=d&e", "0"])
        for edit in [
            RequestEdit.header("X-Token", value), .query("t", value), .form("t", value), .formOrQuery("t", value),
            .json(["t"], value), .jsonNumber(["t", "u"], "1.50"), .cookie("t", value),
        ] {
            var edited = request
            do {
                try edited.apply(edit)
            } catch {
                #expect(edited == request, "seed \(seed): \(edit) failed and left something")
                continue
            }
            let changes = [
                edited.url != request.url, edited.headerFields != request.headerFields,
                edited.replayableBody != request.replayableBody,
            ]
            #expect(changes.filter { $0 }.count == 1 || createsForm(request, edit), "seed \(seed): \(edit)")
            #expect(edited.httpMethod == request.httpMethod)
            var twice = edited
            try twice.apply(edit)
            #expect(twice == edited, "seed \(seed): \(edit)")
        }
    }

    /// A form that is made brings its Content-Type.
    private func createsForm(_ request: PlainRequest, _ edit: RequestEdit) -> Bool {
        [.none, .data(Data())].contains(request.replayableBody) && request.headerFields["Content-Type"] == nil
            && edit.description.contains("form")
    }

    private func randomRequest(_ dice: inout SeededGenerator) -> PlainRequest {
        let query = dice.pick(["", "?", "?a=1&a=2", "?flag&x=%2B+&e=", "?t=9", "?t", "?a&#f", "#f?t=1"])
        var request = PlainRequest(
            dice.pick(["GET", "POST", "PUT", "DELETE", "post"]),
            url: dice.once(in: 10) ? nil : URL(string: "https://h/p" + query))
        for (name, value) in [("Accept", "*/*"), ("x-token", "old"), ("Cookie", "s=1; t=2"), ("Cookie", "u=3")]
        where dice.once(in: 2) { request.headerFields[name] = value }
        request.headerFields["Content-Type"] = dice.pick([
            nil, "application/json", "application/x-www-form-urlencoded", "text/plain",
        ])
        request.replayableBody = dice.pick([
            .none, .oneShot, .data(Data()), .data(Data("a=1&t=2".utf8)), .data(Data(#"{"t":{"u":0}}"#.utf8)),
            .data(Data("[1]".utf8)), .data(Data([0xFF, 0])),
        ])
        return request
    }
}
