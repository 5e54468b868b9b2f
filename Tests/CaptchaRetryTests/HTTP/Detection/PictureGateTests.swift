import Foundation
import Testing

@testable import CaptchaRetry

@Suite("Pictures and sound at the gate")
struct PictureGateTests {
    static let picture: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    private func admits(_ type: String?, _ body: [UInt8]) -> Bool {
        let gate = ResponseGate([CaptchaSignal(bodyMarkers: ["mark"])], maximumBody: 1 << 20)
        let fields: HeaderFields = type.map { ["content-type": $0] } ?? [:]
        return gate.admits(PlainResponse(headerFields: fields, body: Data(body)))
    }

    private func large(_ start: [UInt8]) -> [UInt8] {
        start + Array(repeating: 0x20, count: 2000) + Array("mark".utf8)
    }

    @Test(
        "A large body that is binary by its type and by its start is not looked into",
        arguments: ["image/png", "IMAGE/JPEG", "audio/mpeg", "Video/mp4; codecs=x", "font/woff2"])
    func skipped(type: String) {
        #expect(!admits(type, large(Self.picture)))
    }

    @Test("Either alone is not enough: text that is called a picture, and binary data that is called anything else")
    func either() {
        #expect(admits("image/png", large(Array(#"{"error": 1}"#.utf8))))
        #expect(admits("image/svg+xml", large(Array("<svg>".utf8))))
        for type in ["application/json", "application/octet-stream", "application/x-protobuf", "imagery/x", "", nil] {
            #expect(admits(type, large(Self.picture)), "\(type ?? "none")")
        }
    }

    @Test("A small body is looked into whatever it is called")
    func small() {
        #expect(admits("image/png", Self.picture + Array("mark".utf8)))
    }

    @Test("Text in any language, and with a byte order mark, is no binary data")
    func text() {
        for text in ["\u{FEFF}{}", "Капча", "验证码", "\t\r\n{", "é", "😀"] {
            #expect(admits("image/png", large(Array(text.utf8))), "\(text)")
        }
    }
}
