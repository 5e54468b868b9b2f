/// Text of somebody else, made safe to show on a terminal.
///
/// What an upstream sends could otherwise move the cursor, repaint what stands above, retitle the window, or reverse
/// the order of letters, and so pass itself off as something that the program says.
enum PrintableText {
    /// The longest text that is shown, in Unicode scalars. The rest would only push the question off the screen.
    static let maximumLength = 2000

    /// The text on one line: runs of blanks and line ends as one blank, control and invisible formatting characters as
    /// `\u{1B}`, cut at ``maximumLength``.
    static func line(_ text: String) -> String {
        let cut = text.unicodeScalars.prefix(maximumLength)
        let isCut = cut.endIndex != text.unicodeScalars.endIndex
        let words = cut.split { $0.properties.isWhitespace }
        let line = words.map { $0.map(shown).joined() }.joined(separator: " ")
        return isCut ? line + "…" : line
    }

    /// All of the text, with control and formatting characters as above. For addresses, which are of no use when cut.
    static func whole(_ text: String) -> String {
        text.unicodeScalars.map(shown).joined()
    }

    private static func shown(_ scalar: Unicode.Scalar) -> String {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: return escaped(scalar)
        // Joiners are part of correct spelling in some scripts, and of emoji. All others can reorder or hide text.
        case .format where !scalar.properties.isJoinControl: return escaped(scalar)
        default: return String(scalar)
        }
    }

    private static func escaped(_ scalar: Unicode.Scalar) -> String {
        "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
    }
}
