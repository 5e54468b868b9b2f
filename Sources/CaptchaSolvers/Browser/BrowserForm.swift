import Foundation

/// What the form of a prompt's page carries.
struct BrowserForm: Hashable, Sendable {
    /// The number of the prompt that it answers.
    let number: Int?
    /// What was typed or pasted, without the blanks around it; `nil` if it is no text.
    let answer: String?
    /// Whether the person gives up.
    let isCancelled: Bool

    init(number: Int?, answer: String?, isCancelled: Bool = false) {
        self.number = number
        self.answer = answer
        self.isCancelled = isCancelled
    }

    /// A form as browsers send it, where a `+` is a blank. Of several fields with one name the first counts.
    init(percentEncoded body: Data) {
        var fields: [String: [UInt8]] = [:]
        for pair in body.split(separator: UInt8(ascii: "&")) {
            let name = pair.prefix { $0 != UInt8(ascii: "=") }
            guard let text = String(bytes: Self.decoded(name), encoding: .utf8), fields[text] == nil else { continue }
            fields[text] = Self.decoded(pair[name.endIndex...].dropFirst())
        }
        number = fields["prompt"].flatMap { String(bytes: $0, encoding: .utf8) }.flatMap { Int($0) }
        answer = String(bytes: fields["answer"] ?? [], encoding: .utf8)?
            .trimmingCharacters(in: .whitespacesAndNewlines)
        isCancelled = fields["cancel"] != nil
    }

    private static func decoded(_ text: Data) -> [UInt8] { text.percentDecoded(plus: UInt8(ascii: " ")) }
}

extension BrowserForm: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// No answer: it is as secret as a token.
    var description: String { "BrowserForm" }

    var debugDescription: String { description }

    var customMirror: Mirror { Mirror(self, children: []) }
}
