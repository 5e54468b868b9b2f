/// A piece of HTML in which nothing from outside can be anything but text.
///
/// Names of elements and attributes are literals of this program; every other text goes through ``escaped(_:)``.
struct Markup: Hashable, Sendable {
    /// The HTML.
    private(set) var html: String

    private init(html: String) { self.html = html }

    /// A text.
    init(_ text: String) { html = Self.escaped(text) }

    /// An element with its attributes and what is in it. Attributes without a value are left out.
    init(_ name: StaticString, _ attributes: KeyValuePairs<StaticString, String?> = [:], _ children: [Markup] = []) {
        html = Self.startTag(name, attributes) + children.map(\.html).joined() + "</\(name)>"
    }

    /// An element that has no end tag.
    static func void(_ name: StaticString, _ attributes: KeyValuePairs<StaticString, String?>) -> Markup {
        Markup(html: startTag(name, attributes))
    }

    /// A style sheet of this program's own.
    static func style(_ sheet: StaticString, nonce: String) -> Markup {
        Markup(html: startTag("style", ["nonce": nonce]) + "\n\(sheet)\n</style>")
    }

    /// A script. Values from outside must stand in it as literals that keep to themselves.
    static func script(_ code: String, nonce: String) -> Markup {
        // A second wall: nothing in it can end the element.
        let code = code.replacing("</", with: "<\\/").replacing("<!--", with: "<\\!--")
        return Markup(html: startTag("script", ["nonce": nonce]) + "\n\(code)\n</script>")
    }

    /// A sentence with marks such as `{api}` in it, and what stands in their place.
    static func sentence(_ text: String, _ parts: [String: Markup] = [:]) -> Markup {
        let pieces = text.split(separator: "{", omittingEmptySubsequences: false)
        let rest = pieces.dropFirst().map { piece -> String in
            guard let end = piece.firstIndex(of: "}"), let part = parts[String(piece[..<end])] else {
                return "{" + escaped(String(piece))
            }
            return part.html + escaped(String(piece[piece.index(after: end)...]))
        }
        return Markup(html: escaped(String(pieces.first ?? "")) + rest.joined())
    }

    /// Somebody else's text within a sentence: whichever way it is written, it does not turn its surroundings around.
    static func foreign(_ text: String) -> Markup { Markup("bdi", [:], [Markup(text)]) }

    /// Several pieces, one after the other.
    static func + (left: Markup, right: Markup) -> Markup { Markup(html: left.html + right.html) }

    private static func startTag(_ name: StaticString, _ attributes: KeyValuePairs<StaticString, String?>) -> String {
        let pairs = attributes.map { name, value in value.map { " \(name)=\"\(escaped($0))\"" } ?? "" }
        return "<\(name)\(pairs.joined())>"
    }

    /// A text as it stands between tags or in a quoted attribute.
    static func escaped(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case "'": escaped += "&#39;"
            case "`": escaped += "&#96;"
            // Parsers drop or replace them, each in its own way.
            case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}": escaped += scalar == "\n" ? "\n" : "\u{FFFD}"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}
