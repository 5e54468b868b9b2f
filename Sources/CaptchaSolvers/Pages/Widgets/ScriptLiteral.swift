/// A value as it is written in a script: JSON that may stand inside of `<script>`.
///
/// Values from outside get into a page in no other way.
enum ScriptLiteral: Hashable, Sendable, CustomStringConvertible {
    case text(String)
    case flag(Bool)
    case object([String: ScriptLiteral])

    /// The literal; members of objects in the order of their names, so that a page is the same each time.
    var description: String {
        switch self {
        case .text(let text): return Self.quoted(text)
        case .flag(let flag): return flag ? "true" : "false"
        case .object(let members):
            let pairs = members.sorted { $0.key < $1.key }.map { "\(Self.quoted($0.key)): \($0.value)" }
            return "{\(pairs.joined(separator: ", "))}"
        }
    }

    /// Escaped for JSON, for a script element (`</script>`, `<!--`) and for scripts that take U+2028 and U+2029 for ends
    /// of lines.
    private static func quoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\", "<", ">", "&", "'", "`", "\u{2028}", "\u{2029}", "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}":
                let digits = String(scalar.value, radix: 16)
                quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default:
                quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }
}
