import CaptchaRetry
import Foundation
import LoopbackHTTP
import Testing

@Suite("HTTPAnswerBytes")
struct HTTPAnswerBytesTests {
    private func bytes(
        _ answer: LoopbackAnswer, method: String = "GET", version: String = "1.1", connection: String = "keep-alive"
    ) throws -> (text: String, ends: Bool) {
        let head = try HTTPRequestHead(
            requestLine: Array("\(method) / HTTP/\(version)".utf8)[...],
            fieldLines: [Array("Host: h".utf8)[...], Array("Connection: \(connection)".utf8)[...]])
        let answer = HTTPAnswerBytes(answer, to: head)
        return (String(decoding: answer.bytes, as: UTF8.self), answer.endsConnection)
    }

    @Test("An answer has its status, its fields and the length of its body")
    func whole() throws {
        let (text, ends) = try bytes(.text("ü", status: 404, headerFields: ["X-A": "1", "x-a": "2"]))
        let expected = [
            "HTTP/1.1 404 Error", "X-A: 1", "x-a: 2", "Content-Type: text/plain; charset=utf-8", "Content-Length: 2",
            "",
            "ü",
        ]
        #expect(text == expected.joined(separator: "\r\n"))
        #expect(!ends)
    }

    @Test("HEAD, 204 and 304 are answered without a body")
    func withoutBody() throws {
        #expect(try bytes(.text("abc"), method: "HEAD").text.hasSuffix("\r\nContent-Length: 3\r\n\r\n"))
        for status in [204, 304] {
            let text = try bytes(.text("abc", status: status)).text
            #expect(text.hasSuffix("\r\n\r\n"))
            #expect(!text.contains("Content-Length"))
        }
    }

    @Test("The framing is the server's own, whatever a rule says about it")
    func framing() throws {
        let fields: HeaderFields = ["content-length": "99", "Transfer-Encoding": "chunked"]
        let text = try bytes(.text("abc", headerFields: fields)).text
        #expect(text.contains("\r\ncontent-length: 3\r\n"))
        #expect(!text.contains("99"))
        #expect(!text.contains("chunked"))
    }

    @Test("The connection ends if the client or the rule says so, or the client is old")
    func connection() throws {
        for answer in [
            try bytes(.status(200), connection: "Close"), try bytes(.status(200), connection: "x , close"),
            try bytes(.status(200), version: "1.0"), try bytes(.status(200, headerFields: ["Connection": "close"])),
        ] {
            #expect(answer.ends)
            #expect(answer.text.contains("Connection: close\r\n"))
        }
    }

    @Test("A truncated answer announces more than it has")
    func truncated() throws {
        let response = PlainResponse(body: Data("abcdef".utf8))
        for (count, body) in [(-1, ""), (2, "ab"), (99, "abcdef")] {
            let (text, ends) = try bytes(.truncated(response, sent: count))
            #expect(text.hasSuffix("Content-Length: 6\r\n\r\n" + body))
            #expect(ends)
        }
    }

    @Test("Raw bytes go out as they are, and a dropped connection sends none")
    func raw() throws {
        #expect(try bytes(.raw(Data("?!".utf8))) == ("?!", true))
        #expect(try bytes(.dropConnection) == ("", true))
    }

    @Test("A status or a field that would break the message becomes status 500")
    func unsendable() throws {
        let answers: [LoopbackAnswer] = [
            .status(99), .status(101), .status(1000), .status(-1), .status(200, headerFields: ["X": "a\r\nY: b"]),
            .status(200, headerFields: ["X\n": "a"]), .status(200, headerFields: ["": "a"]),
            .status(200, headerFields: ["X:": "a"]), .status(302, headerFields: ["Location": "/\u{0}"]),
            .truncated(PlainResponse(status: 1, body: Data("abc".utf8)), sent: 1),
        ]
        for answer in answers {
            let (text, ends) = try bytes(answer)
            #expect(text.hasPrefix("HTTP/1.1 500 Error\r\n"))
            #expect(!text.contains("Y: b"))
            #expect(ends)
        }
    }
}

extension LoopbackAnswer {
    fileprivate static func text(_ text: String, status: Int = 200, headerFields: HeaderFields = [:]) -> LoopbackAnswer
    {
        let fields = HeaderFields(
            headerFields.fields.map { ($0.name, $0.value) } + [("Content-Type", "text/plain; charset=utf-8")])
        return .response(PlainResponse(status: status, headerFields: fields, body: Data(text.utf8)))
    }

    fileprivate static func status(_ status: Int, headerFields: HeaderFields = [:]) -> LoopbackAnswer {
        .response(PlainResponse(status: status, headerFields: headerFields))
    }
}
