import CaptchaRetry
import Foundation
import Testing

@Suite("Edits of the form or the query")
struct FormOrQueryEditTests {
    private static let formType = "application/x-www-form-urlencoded"

    private func edited(_ body: ReplayableBody, _ type: String?, method: String = "POST") throws -> (
        url: String?, body: String?
    ) {
        var request = PlainRequest(method, url: URL(string: "https://h/p?v=5"), body: body)
        request.headerFields["Content-Type"] = type
        let before = request
        try request.apply(.formOrQuery("token", "a+b"))
        let once = request
        try request.apply(.formOrQuery("token", "a+b"))
        #expect(request == once)
        #expect(request.headerFields == before.headerFields)
        var text: String?
        if case .data(let data) = request.replayableBody { text = String(decoding: data, as: UTF8.self) }
        return (request.url?.absoluteString, text)
    }

    @Test(
        "The form gets the field where there is one, and the query stays",
        arguments: [
            formType, formType + "; charset=utf-8", "APPLICATION/X-WWW-FORM-URLENCODED;charset=x", nil,
        ])
    func form(type: String?) throws {
        let (url, body) = try edited(.data(Data("v=6&token=1".utf8)), type)
        #expect(url == "https://h/p?v=5")
        #expect(body == "v=6&token=a%2Bb")
    }

    @Test(
        "The query gets the parameter where the body is something else, and the body stays",
        arguments: [
            ("{\"a\":\"b=c\"}", nil), ("{\"a\":1}", "application/json"), ("a=1", "application/json"),
            ("a=1", "text/plain"),
            ("--x\r\na=1\r\n--x--", "multipart/form-data; boundary=x"), ("plain", nil), ("\u{FEFF}a=1", nil),
        ] as [(String, String?)])
    func query(text: String, type: String?) throws {
        let (url, body) = try edited(.data(Data(text.utf8)), type)
        #expect(url == "https://h/p?v=5&token=a%2Bb")
        #expect(body.map { Array($0.utf8) } == Array(text.utf8))
    }

    @Test(
        "The query gets the parameter where there is no body, and none is made", arguments: ["GET", "POST", "DELETE"])
    func noBody(method: String) throws {
        for type in [nil, Self.formType] {
            #expect(try edited(.none, type, method: method) == ("https://h/p?v=5&token=a%2Bb", nil))
            #expect(try edited(.data(Data()), type, method: method) == ("https://h/p?v=5&token=a%2Bb", ""))
        }
    }

    @Test("A one-shot body that is a form fails: the field would have to go into it")
    func oneShotForm() {
        let request = PlainRequest(
            "POST", url: URL(string: "https://h/"), headerFields: ["Content-Type": Self.formType], body: .oneShot)
        var edited = request
        #expect(throws: RequestEditError.self) { try edited.apply(.formOrQuery("token", "T")) }
        #expect(edited == request)
    }

    @Test("A one-shot body that is something else leaves the query")
    func oneShotFile() throws {
        for type in ["video/mp4", nil] {
            var request = PlainRequest("POST", url: URL(string: "https://h/"), body: .oneShot)
            request.headerFields["Content-Type"] = type
            try request.apply(.formOrQuery("token", "T"))
            #expect(request.url?.absoluteString == "https://h/?token=T")
            #expect(request.replayableBody == .oneShot)
        }
    }
}
