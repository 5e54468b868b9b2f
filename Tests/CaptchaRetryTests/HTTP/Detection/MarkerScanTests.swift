import TestSupport
import Testing

@testable import CaptchaRetry

@Suite("Looking for markers in a body")
struct MarkerScanTests {
    private func occur(_ markers: [String], in body: String) -> Bool {
        Array(body.utf8).withUnsafeBytes { MarkerScan(markers).occur(in: $0) }
    }

    private func naivelyOccur(_ markers: [String], in body: [UInt8]) -> Bool {
        markers.contains { marker in
            let marker = Array(marker.utf8)
            return marker.count <= body.count
                && (0...body.count - marker.count).contains { body[$0..<$0 + marker.count].elementsEqual(marker) }
        }
    }

    static let markers = ["\"error_code\"", "need_captcha", "\"captcha\"", "x", "captcha_url", "ключ", "\u{0}\u{FF}"]

    @Test("A marker is found at the start, at the end, in the middle, and alone", arguments: markers)
    func places(marker: String) {
        for body in [marker, marker + "{}", "{}" + marker, "{}" + marker + "{}", marker + marker] {
            #expect(occur([marker], in: body))
            #expect(occur(["absent", marker, "not there"], in: body))
        }
    }

    @Test("A marker that is cut, interrupted or absent is not found", arguments: markers)
    func absent(marker: String) {
        let bytes = Array(marker.utf8)
        let cut = [Array(bytes.dropFirst()), Array(bytes.dropLast()), bytes.dropLast() + [1] + bytes.suffix(1), []]
        for body in cut {
            let isFound = body.withUnsafeBytes { MarkerScan([marker]).occur(in: $0) }
            #expect(isFound == naivelyOccur([marker], in: body))
        }
    }

    @Test("Nothing is found in an empty body, and no markers are found nowhere")
    func empty() {
        #expect(!occur(["a"], in: ""))
        #expect(!occur([], in: "a"))
        #expect(!occur([], in: ""))
        #expect(!MarkerScan(["a"]).occur(in: UnsafeRawBufferPointer(start: nil, count: 0)))
    }

    @Test("Upper and lower case make a difference, and so do normal forms")
    func exact() {
        #expect(!occur(["captcha"], in: "Captcha"))
        #expect(!occur(["\u{E9}"], in: "e\u{301}"))
        #expect(occur(["\u{E9}", "e\u{301}"], in: "e\u{301}"))
        #expect(occur(["\u{E9}", "e\u{301}"], in: "\u{E9}"))
    }

    @Test("Markers that start or end alike, or are part of each other, are all found")
    func commonParts() {
        let markers = ["captcha_sid", "captcha_img", "captcha", "need_captcha", "captcha"]
        for marker in markers { #expect(occur(markers, in: "{\"\(marker)\":1}")) }
        #expect(!occur(["captcha_sid", "captcha_img"], in: "captcha_url captcha_si captcha_imh"))
        #expect(occur(["aab"], in: "aaab"))
        #expect(occur(["abab", "abac"], in: "ababab".dropFirst(2) + "ac"))
    }

    @Test("A marker is found at every place of a body, and not beyond its ends")
    func everyAlignment() {
        let marker = Array("\"error_code\"".utf8)
        let scan = MarkerScan(["\"error_code\""])
        for length in marker.count...200 {
            let wrong = (0...length - marker.count).filter { place in
                var body = [UInt8](repeating: UInt8(ascii: "_"), count: length)
                body.replaceSubrange(place..<place + marker.count, with: marker)
                return body.withUnsafeBytes { bytes in
                    let cutAtEnd = UnsafeRawBufferPointer(rebasing: bytes[..<(place + marker.count - 1)])
                    let cutAtStart = UnsafeRawBufferPointer(rebasing: bytes[(place + 1)...])
                    return !scan.occur(in: bytes) || scan.occur(in: cutAtEnd) || scan.occur(in: cutAtStart)
                }
            }
            #expect(wrong.isEmpty, "length \(length)")
        }
    }

    @Test("Random bodies of every length up to 200: the same as a naive search", arguments: UInt64(0)..<30)
    func naive(seed: UInt64) {
        var dice = SeededGenerator(seed: seed)
        let alphabet = dice.pick([["a", "b"], ["\"", "e", "_"], ["a", "b", "c", "ü"], ["0", "\"", "\u{0}", "x"]])
        for length in 0...200 {
            let markers = dice.several(0...4) { $0.text(1...7, of: alphabet) }
            let body = Array(dice.text(length...length, of: alphabet).utf8)
            let scan = MarkerScan(markers)
            let offset = dice.number(0...min(length, 9))
            let isFound = body.withUnsafeBytes { scan.occur(in: UnsafeRawBufferPointer(rebasing: $0[offset...])) }
            #expect(
                isFound == naivelyOccur(markers, in: Array(body[offset...])),
                "seed \(seed), length \(length): \(markers)")
        }
    }
}
