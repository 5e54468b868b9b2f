import CaptchaRetry
import Foundation
import Testing

@testable import CaptchaRetryURLSession

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite("DataResponse")
struct DataResponseTests {
    private func response(_ fields: [String: String] = [:], body: String = "{}") throws -> DataResponse {
        let url = try #require(URL(string: "http://h/p"))
        let http = try #require(
            HTTPURLResponse(url: url, statusCode: 403, httpVersion: "HTTP/1.1", headerFields: fields))
        return DataResponse(data: Data(body.utf8), response: http)
    }

    @Test("It has the status, the URL, and header fields whatever the case of their names")
    func parts() throws {
        let response = try response(["x-Lower-CASE": "v"])
        #expect(response.status == 403)
        #expect(response.url?.absoluteString == "http://h/p")
        #expect(response.value(forHTTPHeaderField: "X-Lower-Case") == "v")
        #expect(response.value(forHTTPHeaderField: "X-Other") == nil)
    }

    @Test("Its body is lent without a copy, and parsed as JSON")
    func body() throws {
        // Longer than what `Data` keeps inside of itself.
        let response = try response(body: #"{"error": 14, "request": "a body of some length"}"#)
        let lent = response.withBodyBytes(\.baseAddress)
        #expect(lent == response.data.withUnsafeBytes(\.baseAddress))
        #expect(response.json()?["error"]?.number == "14")
    }

    @Test("Its snapshot keeps status, header fields, body and URL")
    func snapshot() throws {
        let snapshot = try response(["B": "2", "A": "1"], body: "text").snapshot()
        #expect(
            snapshot
                == PlainResponse(
                    status: 403, headerFields: ["A": "1", "B": "2"], body: Data("text".utf8),
                    url: URL(string: "http://h/p")))
    }

    @Test("What is no HTTP response has status 0 and no header fields")
    func notHTTP() throws {
        let url = try #require(URL(string: "data:text/plain,hi"))
        let plain = URLResponse(url: url, mimeType: nil, expectedContentLength: 2, textEncodingName: nil)
        let response = DataResponse((Data("hi".utf8), plain))
        #expect(response.status == 0)
        #expect(response.value(forHTTPHeaderField: "Content-Type") == nil)
        #expect(response.snapshot().body == Data("hi".utf8))
    }

    @Test("Its descriptions show status and size only")
    func descriptions() throws {
        let response = try response(["Set-Cookie": "secret"], body: "secret")
        var dumped = ""
        dump(response, to: &dumped)
        for text in ["\(response)", String(reflecting: response), dumped] {
            #expect(text.contains("status 403, 6 bytes"))
            #expect(!text.contains("secret"))
        }
    }
}
