import CaptchaRetry
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// What the edits left in a request: all in which it differs from the one the caller made.
struct EditTraces {
    /// A text this long that turns up elsewhere is the token and no coincidence.
    private static let tellingLength = 8

    private let original: URLRequest
    private let headerNames: [String]
    private let isBodyEdited: Bool
    /// Pairs that the edits put into the query or a form, decoded in each of the ways there are.
    private let pairs: Set<String>
    /// Values that give the token away wherever they stand.
    private let tellingValues: Set<String>

    init(of edited: URLRequest, from original: URLRequest) {
        self.original = original
        let fields = edited.allHTTPHeaderFields ?? [:]
        headerNames = fields.keys.filter {
            original.value(forHTTPHeaderField: $0) != edited.value(forHTTPHeaderField: $0)
        }
        isBodyEdited = edited.replayableBody != original.replayableBody
        let newPairs =
            Self.added(Self.pairs(edited.url?.query), to: Self.pairs(original.url?.query))
            + Self.added(Self.pairs(Self.form(edited)), to: Self.pairs(Self.form(original)))
        pairs = Set(newPairs.flatMap(Self.decodings))
        var values = newPairs.map { String($0.drop { $0 != "=" }.dropFirst()) }.flatMap(Self.decodings)
        for name in headerNames {
            let parts = Self.parts(of: name, in: edited)
            let originalParts = Self.parts(of: name, in: original)
            values += Self.added(parts, to: originalParts).map(String.init)
        }
        values += Self.added(Self.strings(edited), to: Self.strings(original)).map(String.init)
        tellingValues = Set(values.filter { $0.utf8.count >= Self.tellingLength })
    }

    /// Puts everything back that the edits changed: header fields, and the body if there still is one. The URL is up to
    /// ``removed(from:)``.
    func undo(in request: inout URLRequest) {
        for name in headerNames where request.value(forHTTPHeaderField: name) != nil {
            request.setValue(original.value(forHTTPHeaderField: name), forHTTPHeaderField: name)
        }
        if isBodyEdited, request.replayableBody != .none { request.replayableBody = original.replayableBody }
    }

    /// A URL without the query parameters that the edits added or changed, and without those that have a token inside,
    /// such as an address to return to. `nil` if a token stands outside of the query, where nothing can be left out.
    func removed(from url: URL) -> URL? {
        let whole = url.absoluteString
        let beforeFragment = whole.prefix { $0 != "#" }
        let beforeQuery = beforeFragment.prefix { $0 != "?" }
        let fragment = whole[beforeFragment.endIndex...]
        guard !tells(beforeQuery), !tells(fragment) else { return nil }
        guard beforeQuery.endIndex != beforeFragment.endIndex else { return url }
        let all = beforeFragment[beforeQuery.endIndex...].dropFirst().split(
            separator: "&", omittingEmptySubsequences: false)
        let kept = all.filter { pair in pairs.isDisjoint(with: Self.decodings(of: pair)) && !tells(pair) }
        if kept.count == all.count { return url }
        let query = kept.isEmpty ? "" : "?" + kept.joined(separator: "&")
        return URL(string: beforeQuery + query + fragment)
    }

    /// Whether a token stands in a text, however often it was percent-encoded.
    private func tells(_ text: some StringProtocol) -> Bool {
        var level = String(text)
        for _ in 0..<4 {
            let withBlanks = level.replacing("+", with: " ")
            if tellingValues.contains(where: { level.contains($0) || withBlanks.contains($0) }) { return true }
            guard let decoded = level.removingPercentEncoding, decoded != level else { return false }
            level = decoded
        }
        return false
    }

    /// A pair as it is, and decoded with `+` for a blank or for itself: servers disagree.
    private static func decodings(of pair: some StringProtocol) -> [String] {
        let text = String(pair)
        return [text, text.removingPercentEncoding, text.replacing("+", with: " ").removingPercentEncoding]
            .compactMap { $0 }
    }

    private static func pairs(_ text: String?) -> [Substring] {
        text?.split(separator: "&") ?? []
    }

    private static func form(_ request: URLRequest) -> String? {
        guard case .data(let data) = request.replayableBody else { return nil }
        let type = request.value(forHTTPHeaderField: "Content-Type")?.lowercased()
        guard type?.hasPrefix("application/x-www-form-urlencoded") ?? true else { return nil }
        return String(bytes: data, encoding: .utf8)
    }

    /// The strings of a JSON body.
    private static func strings(_ request: URLRequest) -> [Substring] {
        guard case .data(let data) = request.replayableBody, let document = JSONElement(data) else { return [] }
        var strings: [Substring] = []
        var rest = [document]
        while let element = rest.popLast() {
            if let string = element.string { strings.append(string[...]) }
            rest += element.elements ?? element.members?.map(\.value) ?? []
        }
        return strings
    }

    private static func parts(of header: String, in request: URLRequest) -> [Substring] {
        guard let value = request.value(forHTTPHeaderField: header) else { return [] }
        guard header.lowercased() == "cookie" else { return [value[...]] }
        return value.split(separator: ";").map { $0.drop { $0 != "=" }.dropFirst() }
    }

    private static func added(_ new: [Substring], to old: [Substring]) -> [Substring] {
        let old = Set(old)
        return new.filter { !old.contains($0) }
    }
}
