import Foundation
import Testing

@testable import CaptchaRetry

@Suite("Pictures and sound at the gate")
struct PictureGateTests {
    /// Of no format that is known by its first bytes.
    static let binary: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0B]

    /// By their first bytes; an underscore stands for any byte.
    static let formats: [(name: String, start: [UInt8])] = [
        ("PNG", [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]), ("JPEG", [0xFF, 0xD8, 0xFF, 0x5F]),
        ("GIF", Array("GIF89a".utf8)), ("old GIF", Array("GIF87a".utf8)), ("WebP", Array("RIFF____WEBP".utf8)),
        ("WAVE", Array("RIFF____WAVE".utf8)), ("AVI", Array("RIFF____AVI ".utf8)),
        ("MP4", Array("\u{0}\u{0}__ftyp____".utf8)), ("Ogg", Array("OggS\u{0}".utf8)),
        ("MP3", Array("ID3\u{3}\u{0}".utf8)), ("FLAC", Array("fLaC\u{0}".utf8)), ("WebM", [0x1A, 0x45, 0xDF, 0xA3]),
        ("WOFF", Array("wOFF".utf8)), ("WOFF2", Array("wOF2".utf8)),
    ]

    private func admits(_ type: String?, _ body: [UInt8]) -> Bool {
        let gate = ResponseGate([CaptchaSignal(bodyMarkers: ["mark"])], maximumBody: 1 << 20)
        let fields: HeaderFields = type.map { ["content-type": $0] } ?? [:]
        return gate.admits(PlainResponse(headerFields: fields, body: Data(body)))
    }

    private func large(_ start: [UInt8]) -> [UInt8] {
        start + Array(repeating: 0x20, count: 2000) + Array("mark".utf8)
    }

    @Test("A large body of a format that is known by its first bytes is not looked into, whatever it is called")
    func known() {
        for (name, start) in Self.formats {
            for type in ["image/png", "application/octet-stream", nil] {
                #expect(!admits(type, large(start)), "\(name)")
            }
            for index in start.indices {
                var changed = start
                changed[index] = UInt8(ascii: "{")
                let isFree = start[index] == UInt8(ascii: "_")
                #expect(admits(nil, large(changed)) != isFree, "\(name) with another byte at \(index)")
            }
        }
    }

    @Test(
        "A large body that is binary by its type and by its start is not looked into",
        arguments: ["image/png", "IMAGE/JPEG", "audio/mpeg", "Video/mp4; codecs=x", "font/woff2"])
    func skipped(type: String) {
        #expect(!admits(type, large(Self.binary)))
    }

    @Test(
        "Either alone is not enough: text that is called a picture, and unknown binary data that is called anything else"
    )
    func either() {
        #expect(admits("image/png", large(Array(#"{"error": 1}"#.utf8))))
        #expect(admits("image/svg+xml", large(Array("<svg>".utf8))))
        for type in ["application/json", "application/octet-stream", "application/x-protobuf", "imagery/x", "", nil] {
            #expect(admits(type, large(Self.binary)), "\(type ?? "none")")
        }
    }

    @Test("A small body is looked into whatever it is called, and one of 1 KiB is not small")
    func small() {
        let (start, end) = (Self.formats[0].start, Array("mark".utf8))
        #expect(admits("image/png", start + end))
        for size in [1023, 1024] {
            let filler = [UInt8](repeating: 0x20, count: size - start.count - end.count)
            #expect(admits("image/png", start + filler + end) == (size < 1024))
        }
    }

    @Test("Text in any language, and with a byte order mark, is no binary data")
    func text() {
        for text in ["GIF", "RIFF {\"a\":1}", "ID3", "OggS", "\u{FEFF}{}", "Капча", "验证码", "\t\r\n{", "é", "😀"] {
            #expect(admits("image/png", large(Array(text.utf8))), "\(text)")
        }
    }
}
