import CaptchaVerification
import Foundation
import Testing

@Suite("A request to a provider")
struct VerificationRequestTests {
    @Test(
        "Parameters in the query stand behind those that the endpoint has, which stay as they are",
        arguments: [
            ("https://h.example/v", "https://h.example/v?token=a%2B"),
            ("https://h.example/v?", "https://h.example/v?token=a%2B"),
            ("https://h.example/v?via=%2B+1", "https://h.example/v?via=%2B+1&token=a%2B"),
        ])
    func query(endpoint: String, expected: String) throws {
        let endpoint = try #require(URL(string: endpoint))
        let request = try #require(VerificationRequest(query: [("token", "a+"), ("ip", nil)], to: endpoint))
        #expect(request.url.absoluteString == expected)
        #expect(request.method == "GET" && request.body.isEmpty)
    }

    @Test("It accepts JSON, unless its header fields say what it accepts")
    func accept() throws {
        let url = try #require(URL(string: "https://h.example/v"))
        #expect(VerificationRequest(url: url, headerFields: ["A": "b"]).headerFields["Accept"] == "application/json")
        for fields in [["Accept": "text/plain"], ["accept": "text/plain"]] {
            #expect(VerificationRequest(url: url, headerFields: fields).headerFields == fields)
        }
    }
}
