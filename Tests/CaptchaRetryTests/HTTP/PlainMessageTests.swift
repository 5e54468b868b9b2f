import CaptchaRetry
import Foundation
import Testing

@Suite("Plain requests and responses")
struct PlainMessageTests {
    private let request = PlainRequest(
        "POST", url: URL(string: "https://user:hush@h:8443/path/a%0Ab?token=hush#hush"),
        headerFields: ["Authorization": "hush"], body: .data(Data("hush".utf8)))

    @Test("Printing a request shows method, origin and path, on one line")
    func requestPrinting() {
        #expect(request.description == "POST https://h:8443/path/a%0Ab")
        #expect(request.debugDescription == request.description)
        for text in printed(request) + printed(request.replayableBody) { #expect(!text.contains("hush")) }
        #expect(PlainRequest(url: nil).description == "GET -")
        #expect(PlainRequest(url: URL(string: "mailto:a@b")).description == "GET -")
        var unnamed = request
        unnamed.httpMethod = nil
        #expect(unnamed.description == "GET https://h:8443/path/a%0Ab")
    }

    @Test(
        "Printing a body shows its kind and size", arguments: [ReplayableBody.none, .oneShot, .data(Data("hush".utf8))])
    func bodyPrinting(body: ReplayableBody) {
        for text in printed(body) { #expect(!text.contains("hush") && !text.contains("104")) }
        if case .data = body { #expect(body.description == "4 bytes") }
    }

    @Test("A request is a GET without fields and body unless said otherwise")
    func defaults() {
        let request = PlainRequest(url: nil)
        #expect(request.httpMethod == "GET")
        #expect(request.headerFields == [:])
        #expect(request.replayableBody == .none)
    }

    @Test("Fields are set, replaced and removed whatever the case of the name")
    func fields() {
        var request = PlainRequest(url: nil)
        request.setValue("1", forHTTPHeaderField: "X-A")
        request.setValue("2", forHTTPHeaderField: "x-a")
        #expect(request.value(forHTTPHeaderField: "X-a") == "2")
        #expect(request.headerFields.fields.count == 1)
        request.setValue(nil, forHTTPHeaderField: "X-A")
        #expect(request.headerFields == [:])
    }

    @Test("Several Cookie fields are read as one")
    func cookies() {
        var request = PlainRequest(url: nil)
        #expect(request.value(forHTTPHeaderField: "Cookie") == nil)
        request.headerFields = HeaderFields([("cookie", "a=1"), ("X", "x"), ("Cookie", "b=2")])
        #expect(request.value(forHTTPHeaderField: "COOKIE") == "a=1; b=2")
    }

    @Test("Printing a response shows status and size")
    func responsePrinting() {
        let response = PlainResponse(
            status: 403, headerFields: ["Set-Cookie": "hush"], body: Data("hush".utf8), url: request.url)
        #expect(response.description == "status 403, 4 bytes")
        for text in printed(response) { #expect(!text.contains("hush")) }
    }

    @Test("A response is looked into without being changed, and is its own copy")
    func response() {
        let response = PlainResponse(
            status: 403, headerFields: ["X-A": "1"], body: Data(#"{"a":1.0}"#.utf8), url: URL(string: "https://h/"))
        #expect(response.value(forHTTPHeaderField: "x-a") == "1")
        #expect(response.withBodyBytes { Array($0) } == Array(#"{"a":1.0}"#.utf8))
        #expect(response.json()?["a"]?.number == "1.0")
        #expect(response.snapshot() == response)
        #expect(PlainResponse().status == 200)
        #expect(PlainResponse().json() == nil)
        #expect(PlainResponse().withBodyBytes { $0.count } == 0)
    }

    @Test("A body that is a slice of larger data is read from its own start")
    func slice() {
        let response = PlainResponse(body: Data("xx{\"a\":1}yy".utf8)[2..<9])
        #expect(response.json()?["a"]?.number == "1")
        var request = PlainRequest("POST", url: nil, body: .data(Data("xx{\"a\":1}yy".utf8)[2..<9]))
        #expect(throws: Never.self) { try request.apply(.json(["a"], "T")) }
        #expect(request.replayableBody == .data(Data("{\"a\":\"T\"}".utf8)))
    }

    @Test("A response of a minimal type is copied with its status and body, and parsed by default")
    func defaultsOfTheProtocol() {
        struct Minimal: InspectableResponse {
            var status: Int { 418 }
            func value(forHTTPHeaderField name: String) -> String? { "hush" }
            func withBodyBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
                Array("[1]".utf8).withUnsafeBytes(body)
            }
        }
        #expect(Minimal().url == nil)
        #expect(Minimal().json()?.elements?.count == 1)
        #expect(Minimal().snapshot() == PlainResponse(status: 418, body: Data("[1]".utf8)))
    }
}
