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
            #expect(needle.distance == needles[0].distance)
            for (bytes, pair) in needle.markers {
                let (first, second) = (bytes[pair], bytes[pair + abs(needle.distance)])
                let (pivot, partner) = needle.distance > 0 ? (first, second) : (second, first)
                #expect(pivot == needle.pivot && needle.partner.contains(partner))
            }
        }
    }

    @Test("Every marker has one witness, which stands where the witness says")
    func witnesses() {
        for needle in needles(["\"captcha\"", "need_captcha", "recaptcha", "\"error_code\"", "ab", "aa", "12087"]) {
            let groups = needle.markersByWitness()
            #expect(groups.flatMap { $1.map(\.bytes) }.count == needle.markers.count)
            #expect(Set(groups.flatMap { $1.map(\.bytes) }) == Set(needle.markers.map(\.bytes)))
            for (witness, markers) in groups {
                #expect(markers.allSatisfy { $0.bytes[$0.pair + witness.offset] == witness.byte })
            }
        }
    }

    @Test("A witness is a sign or a capital letter where there is one, and is shared where it can be")
    func signs() throws {
        let needle = try #require(needles(["\"captcha\"", "need_captcha", "needs_captcha", "doCaptcha"]).first)
        #expect(
            needle.markersByWitness().map { "\(UnicodeScalar($0.witness.byte)) \($0.markers.count)" }.sorted() == [
                "\" 1", "C 1", "_ 2",
            ])
    }

    @Test("Markers whose pairs are alike share one needle, and those that have nothing in common do not")
    func shared() {
        #expect(needles(["\"captcha\"", "need_captcha", "<captcha", "recaptcha/page"]).count == 1)
        #expect(needles(["\"error_code\"", "need_captcha", "\"captcha\""]).count == 1)
        #expect(needles(["HumanVerification", "captcha"]).count == 1)
        #expect(needles(["12087", "\"error_code\"", "XYZ"]).count == 3)
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
