/// A language that the page of ``BrowserSolver`` is written in.
public struct BrowserLanguage: Hashable, Sendable {
    /// The code, such as `en`, as it stands in the page's `lang`.
    public let code: String

    /// English.
    public static let english = BrowserLanguage(code: "en")
    /// Russian.
    public static let russian = BrowserLanguage(code: "ru")
    /// Japanese.
    public static let japanese = BrowserLanguage(code: "ja")

    static let all = [english, russian, japanese]

    /// The one that a browser likes best, of an `Accept-Language` field (RFC 9110, 12.5.4); English if it likes none.
    static func preferred(in field: String?) -> BrowserLanguage {
        var best: (language: BrowserLanguage, weight: Double)?
        for item in (field ?? "").prefix(1000).lowercased().split(separator: ",") {
            let parts = item.split(separator: ";").map { $0.filter { !$0.isWhitespace } }
            let code = (parts.first ?? "").prefix { $0 != "-" }
            let weight = parts.dropFirst().first { $0.hasPrefix("q=") }.map { Double($0.dropFirst(2)) ?? 0 } ?? 1
            guard let language = all.first(where: { $0.code == code }), weight > best?.weight ?? 0 else { continue }
            best = (language, weight)
        }
        return best?.language ?? .english
    }
}
