/// What a body is, by its first bytes.
enum MediaFormat {
    case text
    /// A picture, sound, video or font in one of the common formats.
    case pictureOrSound
    /// Something else that no text in UTF-8 begins with.
    case otherBinary

    /// Of a body of 16 bytes or more; a shorter one passes for text. Inlined, since calls would take half as long again.
    @inline(__always)
    init(of body: UnsafeRawBufferPointer) {
        guard body.count >= 16 else {
            self = .text
            return
        }
        switch body[0] {
        // Nearly all bodies are JSON, XML or HTML, which is seen at once.
        case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "<"): self = .text
        default: self = Self.isNamed(body) ? .pictureOrSound : Self.isBinary(body) ? .otherBinary : .text
        }
    }

    /// Whether the format has its name in the first bytes.
    @inline(__always)
    private static func isNamed(_ body: UnsafeRawBufferPointer) -> Bool {
        func word(at offset: Int) -> UInt32 {
            UInt32(bigEndian: body.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
        }
        let second = word(at: 4)
        return switch word(at: 0) {
        case 0x8950_4E47: second == 0x0D0A_1A0A  // PNG
        case 0xFFD8_FF00...0xFFD8_FFFF: true  // JPEG
        case 0x4749_4638: second >> 16 == 0x3961 || second >> 16 == 0x3761  // GIF89a, GIF87a
        case 0x5249_4646: [0x5745_4250, 0x5741_5645, 0x4156_4920].contains(word(at: 8))  // RIFF: WEBP, WAVE, AVI
        case 0...0xFFFF: second == 0x6674_7970  // ftyp: MP4, QuickTime, AVIF, HEIC
        case 0x4F67_6753: second >> 24 == 0  // Ogg
        case 0x4944_3302...0x4944_3304: second >> 24 < 0x10  // MP3 with an ID3 tag
        case 0x664C_6143: second >> 24 & 0x7F == 0  // FLAC
        case 0x1A45_DFA3: true  // Matroska, WebM
        case 0x774F_4646, 0x774F_4632: true  // WOFF, WOFF2
        default: false
        }
    }

    private static func isBinary(_ body: UnsafeRawBufferPointer) -> Bool {
        body.prefix(16).contains { byte in
            switch byte {
            case 0x09, 0x0A, 0x0C, 0x0D: false
            case 0..<0x20, 0x7F, 0xC0, 0xC1, 0xF5...0xFF: true
            default: false
            }
        }
    }
}
