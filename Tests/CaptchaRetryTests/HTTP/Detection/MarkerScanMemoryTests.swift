import TestSupport
import Testing

@testable import CaptchaRetry

/// The scan loads vectors from bare memory, so these run under the address sanitizer as well: each body is the end of a
/// heap block of its own, at every alignment, and a byte read beyond it, or before its block, is an error there.
@Suite("Looking for markers at the edges of memory")
struct MarkerScanMemoryTests {
    /// Scans with one needle, two, three, many, with markers of one byte and of two, and with long ones.
    static let sets: [[String]] = [
        ["\"captcha\""], ["\"error_code\"", "HumanVerification"], ["\"captcha\"", "12087", "HumanVerification"],
        ["<captcha", "12087", "HumanVerification", "zy", "qj", "x-amzn", "@@"], ["\u{1}"], ["ab"],
        ["\u{1}", "\"captcha\""],
        [String(repeating: "long", count: 20) + "er"],
    ]

    /// Calls `body` with a copy of these bytes that ends where its heap block ends.
    private func atAlignment<Result>(
        _ alignment: Int, _ bytes: [UInt8], _ body: (UnsafeRawBufferPointer) -> Result
    ) -> Result {
        let block = UnsafeMutableRawBufferPointer.allocate(byteCount: alignment + bytes.count, alignment: 64)
        defer { block.deallocate() }
        let copy = UnsafeMutableRawBufferPointer(rebasing: block[alignment...])
        copy.copyBytes(from: bytes)
        return body(UnsafeRawBufferPointer(copy))
    }

    @Test("A body without a marker, of every length to 200 at every alignment: nothing is found", arguments: sets)
    func nothing(markers: [String]) {
        let scan = MarkerScan(markers)
        for length in 0...200 {
            let body = [UInt8](repeating: UInt8(ascii: "_"), count: length)
            let found = (0..<16).filter { atAlignment($0, body) { scan.occur(in: $0) } }
            #expect(found.isEmpty, "length \(length)")
        }
    }

    @Test("A marker at every place of every length to 200 is found, also across every boundary", arguments: sets)
    func everyPlace(markers: [String]) {
        let scan = MarkerScan(markers)
        for marker in [markers[0], markers[markers.count - 1]].map({ Array($0.utf8) }) {
            for length in marker.count...200 {
                let missed = (0...length - marker.count).filter { place in
                    var body = [UInt8](repeating: UInt8(ascii: "_"), count: length)
                    body.replaceSubrange(place..<place + marker.count, with: marker)
                    return !atAlignment((place + length) % 16, body) { scan.occur(in: $0) }
                }
                #expect(missed.isEmpty, "length \(length)")
            }
        }
    }

    @Test("A marker that the end or the start of the body cuts is not found, and nothing beside the body is read")
    func cut() {
        for markers in Self.sets {
            let scan = MarkerScan(markers)
            let marker = Array(markers[0].utf8)
            for length in 0...200 where marker.count > 1 {
                let filler = [UInt8](repeating: UInt8(ascii: "_"), count: length)
                let (end, start) = (filler + marker.dropLast(), Array(marker.dropFirst()) + filler)
                #expect(!atAlignment(length % 16, end) { scan.occur(in: $0) }, "length \(length)")
                #expect(!atAlignment(length % 16, start) { scan.occur(in: $0) }, "length \(length)")
            }
        }
    }

    @Test("Bodies made of pieces of all schemes' markers: the same as a naive search", arguments: UInt64(0)..<40)
    func pieces(seed: UInt64) {
        var dice = SeededGenerator(seed: seed)
        let schemes: [any CaptchaScheme] = [
            .vk, .mediaWiki, .gitLab, .matrix, .proton, .signal, .reCAPTCHAForWAF, .firebaseAuth(siteKey: "k"),
            .supabase(provider: .turnstile, siteKey: "k"),
        ]
        let all = schemes.flatMap(\.parts).flatMap(\.signal.bodyMarkers)
        let markers = dice.several(1...all.count) { $0.pick(all) }
        let scan = MarkerScan(markers)
        for _ in 0..<60 {
            var body: [UInt8] = []
            for _ in 0..<dice.number(0...30) {
                let marker = Array(dice.pick(all).utf8)
                let from = dice.number(0...marker.count - 1)
                body += marker[from..<dice.number(from...marker.count - (dice.chance(5) ? 0 : 1))]
                if dice.chance(30) { body += Array(repeating: UInt8(ascii: " "), count: dice.number(0...70)) }
            }
            let isThere = markers.contains { body.hasPart(Array($0.utf8)) }
            let isFound = atAlignment(dice.number(0...15), body) { scan.occur(in: $0) }
            #expect(isFound == isThere, "seed \(seed): \(markers) in \(String(decoding: body, as: UTF8.self))")
        }
    }
}

extension [UInt8] {
    /// Whether these bytes stand anywhere in it, looked for in the simplest way there is.
    fileprivate func hasPart(_ part: [UInt8]) -> Bool {
        count >= part.count && (0...count - part.count).contains { self[$0..<$0 + part.count].elementsEqual(part) }
    }
}
