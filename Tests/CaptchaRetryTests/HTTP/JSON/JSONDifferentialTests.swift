import CaptchaRetry
import Foundation
import TestSupport
import Testing

@Suite("JSON, compared with what others say")
struct JSONDifferentialTests {
    @Test("A random document is read as what it was made of, and Foundation reads it too", arguments: UInt64(0)..<200)
    func validDocuments(seed: UInt64) throws {
        var dice = SeededGenerator(seed: seed)
        let model = JSONModel.random(&dice, depth: 5)
        let text = dice.pick(JSONModel.blanks) + model.text + dice.pick(JSONModel.blanks)
        let element = try #require(JSONElement(text.utf8), "seed \(seed): \(text)")
        expectSame(element, model, "seed \(seed): \(text)")
        #expect(Self.foundationAccepts(Array(text.utf8)))
        #expect(try JSONGrammar().accepts(Array(text.utf8)))
    }

    /// Where Foundation is known to say something else, with the reason.
    ///
    /// - It takes a comma before a closing brace, and ours does not.
    /// - It refuses numbers that no type holds, and strings that are no Unicode text. We never turn numbers into a
    ///   type, and refuse only the string.
    private static func isExcused(_ text: String, accepted: Bool) -> Bool {
        accepted
            ? text.contains(/[0-9][eE]|[0-9]{18}|\\u[dD]|[\u{80}-\u{FF}]/)
            : text.contains(/,[ \t\r\n]*[}\]]/)
    }

    @Test("A damaged document is accepted where the grammar and Foundation accept it", arguments: UInt64(0)..<60)
    func damagedDocuments(seed: UInt64) throws {
        var dice = SeededGenerator(seed: 1000 + seed)
        let grammar = try JSONGrammar()
        var accepted = 0
        for _ in 0..<20 {
            let bytes = Self.damaged(Array(JSONModel.random(&dice, depth: 4).text.utf8), &dice)
            let isAccepted = JSONElement(bytes) != nil
            if isAccepted { accepted += 1 }
            let text = Self.latin1(bytes)
            #expect(isAccepted == grammar.accepts(bytes), "seed \(seed): \(text)")
            guard isAccepted != Self.foundationAccepts(bytes) else { continue }
            #expect(Self.isExcused(text, accepted: isAccepted), "seed \(seed): \(text)")
        }
        #expect(accepted < 20, "no damage done")
    }

    private static func foundationAccepts(_ bytes: [UInt8]) -> Bool {
        (try? JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)) != nil
    }

    static func latin1(_ bytes: [UInt8]) -> String {
        String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    }

    private static func damaged(_ bytes: [UInt8], _ dice: inout SeededGenerator) -> [UInt8] {
        let characters = Array("{}[]\",:\\/ \n\tu0123456789.eE+-truefalsnxdD\u{1}\u{1F}".utf8) + [0xFF, 0xC3, 0xA9]
        var damaged = bytes
        for _ in 0..<dice.number(1...3) {
            let place = dice.number(0...damaged.count)
            let end = min(damaged.count, place + dice.number(0...3))
            switch dice.number(0...4) {
            case 0: damaged.removeSubrange(place..<end)
            case 1: damaged.insert(dice.pick(characters), at: place)
            case 2: damaged.replaceSubrange(place..<end, with: dice.several(1...3) { $0.pick(characters) })
            case 3: damaged.insert(contentsOf: damaged[place..<end], at: dice.number(0...damaged.count))
            default: damaged.removeSubrange(end..<damaged.count)
            }
        }
        return damaged
    }

    private func expectSame(_ element: JSONElement, _ model: JSONModel, _ comment: Comment) {
        switch model {
        case .string(let string, _):
            #expect(element.string.map { Array($0.utf8) } == Array(string.utf8), comment)
        case .number(let text): #expect(element.number == text, comment)
        case .word(let word): #expect(element.bool == ["true": true, "false": false][word], comment)
        case .array(let models, _):
            #expect(element.elements?.count == models.count, comment)
            for (element, model) in zip(element.elements ?? [], models) { expectSame(element, model.value, comment) }
        case .object(let members, _):
            #expect(element.isObject, comment)
            for name in JSONModel.names {
                let last = members.last { $0.name.unicodeScalars.elementsEqual(name.unicodeScalars) }
                #expect((element[name] == nil) == (last == nil), comment)
                if let value = element[name], let last { expectSame(value, last.value, comment) }
            }
        }
    }
}

/// The grammar of RFC 8259 by regular expressions: tokens become letters, and what forms a value is replaced by `V`
/// until nothing changes.
private struct JSONGrammar {
    private let string: NSRegularExpression
    private let other: NSRegularExpression
    private let container: NSRegularExpression

    init() throws {
        string = try NSRegularExpression(pattern: #""(?:[^"\\\x00-\x1f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*""#)
        other = try NSRegularExpression(
            pattern: #"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?|true|false|null|[ \t\r\n]|[\s\S]"#)
        container = try NSRegularExpression(
            pattern: #"\[\]|\{\}|\[[VS](?:,[VS])*\]|\{S:[VS](?:,S:[VS])*\}"#)
    }

    func accepts(_ bytes: [UInt8]) -> Bool {
        var shape = tokens(JSONDifferentialTests.latin1(bytes))
        while true {
            let range = NSRange(shape.startIndex..., in: shape)
            let reduced = container.stringByReplacingMatches(in: shape, range: range, withTemplate: "V")
            if reduced == shape { return shape == "V" || shape == "S" }
            shape = reduced
        }
    }

    /// Strings as `S`, other values as `V`, punctuation as it is, and anything else as `?`.
    private func tokens(_ text: String) -> String {
        let source = text as NSString
        var shape = ""
        var position = 0
        while position < source.length {
            let rest = NSRange(location: position, length: source.length - position)
            if let match = string.firstMatch(in: text, options: .anchored, range: rest) {
                shape += "S"
                position += match.range.length
            } else if let match = other.firstMatch(in: text, options: .anchored, range: rest) {
                let token = source.substring(with: match.range)
                switch token {
                case "{", "}", "[", "]", ":", ",": shape += token
                case " ", "\t", "\r", "\n": break
                case "true", "false", "null": shape += "V"
                default: shape += token.last.map("0123456789".contains) ?? false ? "V" : "?"
                }
                position += match.range.length
            } else {
                return "?"
            }
        }
        return shape
    }
}
