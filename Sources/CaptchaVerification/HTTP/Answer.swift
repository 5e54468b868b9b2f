import Foundation

/// A JSON object that a provider answered with.
///
/// Only what decides has to be right. Any other member that is missing, `null` or of another type than documented
/// counts as not given: providers leave members out and add new ones.
struct Answer: Decodable {
    private struct Name: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    private let members: KeyedDecodingContainer<Name>

    /// The object in a body, or `nil` if the body is something else.
    init?(_ body: Data) {
        guard let answer = try? JSONDecoder().decode(Answer.self, from: body) else { return nil }
        self = answer
    }

    init(from decoder: any Decoder) throws {
        members = try decoder.container(keyedBy: Name.self)
    }

    /// A text, `true` or `false`, a number or a list, if it is one.
    subscript<Value: Decodable>(name: String) -> Value? {
        try? members.decode(Value.self, forKey: Name(stringValue: name))
    }

    /// An object inside of this one.
    func object(_ name: String) -> Answer? { self[name] }

    /// A text that is not empty.
    func text(_ name: String) -> String? {
        guard let text: String = self[name], !text.isEmpty else { return nil }
        return text
    }

    /// A list of codes, or one code by itself.
    func codes(_ name: String) -> [ProviderCode] {
        let list: [String] = self[name] ?? text(name).map { [$0] } ?? []
        return list.prefix(8).map(ProviderCode.init(received:))
    }

    /// A time as ISO 8601 has it.
    func time(_ name: String) -> Date? { text(name).flatMap(Timestamp.date) }
}
