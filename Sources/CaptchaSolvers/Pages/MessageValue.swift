import CaptchaRetry
import Foundation

/// A value in a page's message, which may be anything.
///
/// It is looked at only where it is asked for, so that neither its depth nor its size matters.
enum MessageValue {
    case native(Any)
    case json(JSONElement)

    /// Longer JSON text is not read: it holds no token that could be used.
    static let maximumJSONLength = 4 * CaptchaToken.maximumLength

    /// The body of a message; text that is a JSON object counts as that object.
    init?(_ body: Any?) {
        guard let body else { return nil }
        guard let text = body as? String, let first = text.utf8.first(where: { $0 > 0x20 }), first == UInt8(ascii: "{")
        else {
            self = .native(body)
            return
        }
        guard text.utf8.count <= Self.maximumJSONLength, let object = JSONElement(text.utf8) else { return nil }
        self = .json(object)
    }

    /// The member of an object.
    subscript(name: String) -> MessageValue? {
        switch self {
        case .json(let element):
            return element[name].map(MessageValue.json)
        case .native(let value):
            if let object = value as? [String: Any] { return object[name].map(MessageValue.native) }
            if let object = value as? [AnyHashable: Any] { return object[name].map(MessageValue.native) }
            return nil
        }
    }

    /// The same value, or the object that stands in its text as JSON.
    var parsed: MessageValue {
        switch self {
        case .json(let element): element.string.flatMap { MessageValue($0) } ?? self
        case .native(let value): MessageValue(value) ?? self
        }
    }

    /// The text of a string, or of a number.
    var text: String? {
        switch self {
        case .json(let element): return element.text
        case .native(let value):
            if let text = value as? String { return text }
            // Before numbers of Swift's own: on Apple platforms, 1 would pass for a Boolean and 0.5 for nothing.
            if let number = value as? NSNumber { return number.stringValue }
            if let number = value as? Double { return "\(number)" }
            return (value as? any BinaryInteger).map { "\($0)" }
        }
    }

    /// A number, also one that was sent as text; never an infinite one.
    var number: Double? {
        text.flatMap(Double.init).flatMap { $0.isFinite ? $0 : nil }
    }

    /// Whether it is `true`, 1 or their text.
    var isTrue: Bool {
        if case .json(let element) = self, let bool = element.bool { return bool }
        if case .native(let value) = self, let bool = value as? Bool { return bool }
        return ["true", "1"].contains(text)
    }
}
