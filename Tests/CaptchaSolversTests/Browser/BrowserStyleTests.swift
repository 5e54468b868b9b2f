import Foundation
import Testing

@testable import CaptchaSolvers

@Suite("The colours of BrowserSolver's pages")
struct BrowserStyleTests {
    /// The colours of a scheme, by their names in the style sheet.
    private func colours(_ scheme: Substring) -> [String: Double] {
        var colours: [String: Double] = [:]
        for match in scheme.matches(of: /--([a-z-]+): #([0-9a-f]{3,6});/) {
            let digits = match.2.count == 3 ? match.2.flatMap { [$0, $0] } : Array(match.2)
            let parts = stride(from: 0, to: 6, by: 2).compactMap { Int(String(digits[$0...$0 + 1]), radix: 16) }
            let linear = parts.map { part in
                let value = Double(part) / 255
                return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
            }
            colours[String(match.1)] = 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
        }
        return colours
    }

    private func contrast(_ first: Double, _ second: Double) -> Double {
        (max(first, second) + 0.05) / (min(first, second) + 0.05)
    }

    @Test("Texts have a contrast of 4.5 to 1 at least, and edges one of 3 to 1, in light and in dark (WCAG 2.2, AA)")
    func contrast() throws {
        let schemes = "\(BrowserStyle.sheet)".split(separator: "@media (prefers-color-scheme: dark)")
        #expect(schemes.count == 2)
        let texts = [
            ("text", "card"), ("text", "ground"), ("soft", "card"), ("accent", "card"), ("on-accent", "accent"),
            ("bad", "bad-ground"), ("accent", "bad-ground"),
        ]
        for scheme in schemes {
            let colours = colours(scheme)
            for (text, ground) in texts {
                let ratio = contrast(try #require(colours[text]), try #require(colours[ground]))
                #expect(ratio >= 4.5, "\(text) on \(ground)")
            }
            #expect(contrast(try #require(colours["edge"]), try #require(colours["card"])) >= 3)
        }
    }
}
