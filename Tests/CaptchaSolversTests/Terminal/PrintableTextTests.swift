import Testing

@testable import CaptchaSolvers

@Suite("Text of an upstream on a terminal")
struct PrintableTextTests {
    @Test(
        "A control or formatting character is shown escaped",
        arguments: [
            ("\u{1B}[2Jhello", "\\u{1B}[2Jhello"),
            ("bell\u{7} back\u{8}", "bell\\u{7} back\\u{8}"),
            ("\u{9B}31mred", "\\u{9B}31mred"),
            ("del\u{7F}", "del\\u{7F}"),
            ("nul\u{0}", "nul\\u{0}"),
            ("abc\u{202E}fed\u{2066}", "abc\\u{202E}fed\\u{2066}"),
            ("zero\u{200B}width\u{FEFF}", "zero\\u{200B}width\\u{FEFF}"),
            ("tag\u{E0041}", "tag\\u{E0041}"),
        ])
    func escaped(text: String, shown: String) {
        #expect(PrintableText.line(text) == shown)
        #expect(PrintableText.whole(text) == shown)
    }

    @Test(
        "Line ends and runs of blanks become one blank, so that no line can be faked",
        arguments: ["a b", "a\nb", "a\r\nb", "a \t  b", "\n a\u{2028}b ", "a\u{2029}\u{85}\u{3000}b", "a\u{B}\u{C}b"])
    func oneLine(text: String) {
        #expect(PrintableText.line(text) == "a b")
    }

    @Test(
        "Text in any script is shown as it is",
        arguments: ["сколько будет 2 + 2?", "é e\u{301}", "漢字", "می\u{200C}خواهم", "👩\u{200D}🚀", ""])
    func scripts(text: String) {
        #expect(PrintableText.line(text) == text)
    }

    @Test("Text of the greatest length is shown whole, and longer text is cut")
    func cut() {
        let longest = String(repeating: "x", count: PrintableText.maximumLength)
        #expect(PrintableText.line(longest) == longest)
        #expect(PrintableText.line(longest + "y") == longest + "…")
        #expect(PrintableText.whole(longest + "y") == longest + "y")
    }
}
