/// Text from a page, made fit for a log.
enum PageText {
    /// One line of no more than so many characters.
    static func line(_ text: String, maximumLength: Int) -> String {
        // Cut first: the text may be megabytes long.
        let scalars = text.unicodeScalars.prefix(maximumLength).map { scalar -> Unicode.Scalar in
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator: " "
            default: scalar
            }
        }
        return String(String.UnicodeScalarView(scalars))
    }
}
