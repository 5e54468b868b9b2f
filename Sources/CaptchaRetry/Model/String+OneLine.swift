extension String {
    /// The text with blanks in place of line breaks and other control characters, so that it cannot pass for several
    /// lines of a log.
    package var onOneLine: String {
        let scalars = unicodeScalars.map { scalar -> Unicode.Scalar in
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator: " "
            default: scalar
            }
        }
        return String(String.UnicodeScalarView(scalars))
    }
}
