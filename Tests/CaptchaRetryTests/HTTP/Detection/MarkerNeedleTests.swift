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

    @Test("A witness that several markers have comes before one that is further away, and is no byte of the pair")
    func sharedWitness() {
        let markers: [[UInt8]] = [[1, 2, 10, 20], [1, 2, 10, 30], [1, 2, 10, 1], [1, 2, 10, 2]]
        for some in [markers, [markers[2]], [markers[3]]] {
            let needle = MarkerNeedle(
                pivot: 1, partner: BytePattern(2), distance: 1, markers: some.map { (bytes: $0, pair: 0) })
            #expect(needle.markersByWitness().map(\.witness) == [MarkerNeedle.Witness(byte: 10, offset: 2)])
        }
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

    @Test("Of needles that are as good as each other it is the same one in every run, whatever its dictionaries' order")
    func ties() throws {
        let marker = String(String.UnicodeScalarView((1...30).map { UnicodeScalar(UInt8($0)) }))
        let needle = try #require(needles([marker]).first)
        #expect(needle.pivot == 1 && needle.partner == BytePattern(2) && needle.distance == 1)
        // Nor is a witness any of those that are as far away.
        #expect(needle.markersByWitness().map(\.witness) == [MarkerNeedle.Witness(byte: 30, offset: 29)])
        let middle = MarkerNeedle(
            pivot: 1, partner: BytePattern(2), distance: 1, markers: [([3, 4, 5, 1, 2, 6, 7], 3)])
        #expect(middle.markersByWitness().map(\.witness) == [MarkerNeedle.Witness(byte: 7, offset: 3)])
    }

    @Test("The markers of all schemes that a good result may have are found by one needle")
    func allSchemes() {
        let schemes: [any CaptchaScheme] = [
            .vk, .mediaWiki, .gitLab, .matrix, .proton, .signal, .awsWAF, .firebaseAuth(siteKey: "k"),
            .supabase(provider: .turnstile, siteKey: "k"), .privacyPass, .reCAPTCHAForWAF,
        ]
        let signals = schemes.flatMap(\.parts).flatMap(\.signal.all).filter { $0.allows(status: 200) }
        #expect(needles(signals.flatMap(\.bodyMarkers)).count == 1)
    }

    @Test("A filter finds the pairs of its needle, and no others")
    func filter() throws {
        let needle = MarkerNeedle(
            pivot: UInt8(ascii: "c"), partner: BytePattern(UInt8(ascii: "d")).joined(with: UInt8(ascii: "p")),
            distance: 2, markers: [])
        let filter = MarkerNeedle.Filter(needle)
        for pivot in UInt8.min...UInt8.max {
            let wrong = (UInt8.min...UInt8.max).filter { partner in
                let hits = filter.hits(
                    pivots: ByteVector(repeating: pivot), partners: ByteVector(repeating: partner))
                return hits.isAnySet != (pivot == needle.pivot && needle.partner.contains(partner))
            }
            #expect(wrong.isEmpty, "behind \(pivot)")
        }
    }

    @Test("Without markers there is no needle")
    func none() {
        #expect(needles([]).isEmpty)
    }
}
