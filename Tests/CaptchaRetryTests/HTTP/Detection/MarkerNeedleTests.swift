import Testing

@testable import CaptchaRetry

@Suite("Choosing the bytes to look for")
struct MarkerNeedleTests {
    private func needles(_ markers: [String]) -> [MarkerNeedle] {
        MarkerNeedle.chosen(for: markers.map { Array($0.utf8) })
    }

    @Test("Every marker is in one needle, and has the needle's pair where the needle says")
    func everyMarker() {
        let markers = [
            "\"captcha\"", "<captcha", "need_captcha", "12087", "12214", "85131", "ab", "\u{0}\u{0}", "ключ",
        ]
        let needles = needles(markers)
        let found = needles.flatMap(\.markers).map { String(decoding: $0.bytes, as: UTF8.self) }
        #expect(found.sorted() == markers.sorted())
        for needle in needles {
            #expect((1...2).contains(needle.partners.count))
            for (bytes, pair) in needle.markers {
                let (first, second) = (bytes[pair], bytes[pair + 1])
                let (pivot, partner) = needle.pivot.comesFirst ? (first, second) : (second, first)
                #expect(pivot == needle.pivot.byte && needle.partners.contains(partner))
            }
        }
    }

    @Test("Markers that have a rare pair in common share one needle")
    func shared() {
        #expect(needles(["\"captcha\"", "need_captcha", "<captcha", "recaptcha/page"]).count == 1)
        #expect(needles(["\"error_code\"", "need_captcha", "\"captcha\""]).count == 1)
        #expect(needles(["HumanVerification", "captcha"]).count == 2)
    }

    @Test("The choice is the same in whatever order the markers come")
    func deterministic() {
        let markers = ["\"captcha\"", "12087", "12214", "85131", "HumanVerification", "\"error_code\""]
        func text(_ needles: [MarkerNeedle]) -> String { "\(needles)" }
        #expect(text(needles(markers)) == text(needles(markers.reversed())))
    }

    @Test("Without markers there is no needle")
    func none() {
        #expect(needles([]).isEmpty)
    }
}
