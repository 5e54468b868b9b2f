/// The proof that a captcha was passed, as a solver yields it.
///
/// A token is a secret: it never shows in `description`, `debugDescription`, `dump` or a mirror. Read it with
/// ``value``. Most upstreams take one text; ``subscript(extra:)`` carries further named ones.
public struct CaptchaToken: Hashable, Sendable {
    /// The longest text that is taken for a token, in bytes of UTF-8: 64 KiB.
    public static let maximumLength = 64 * 1024

    /// The upstream knows already that the captcha was passed: the request is replayed without edits.
    public static let outOfBand = CaptchaToken(secret: nil)

    /// Stands in for a token that is not there yet, to see whether a request has a place for it.
    static let sample = CaptchaToken(secret: "0")

    private let secret: String?
    private let extras: [String: String]

    /// A token.
    ///
    /// - Parameters:
    ///   - value: What the solver got.
    ///   - extras: Further values that the scheme asks for, by the names that the scheme documents.
    /// - Throws: ``CaptchaHandlingError`` with the code ``CaptchaHandlingError/Code/unusableToken`` if a text is empty,
    ///   holds a control character or is longer than ``maximumLength``. Such a text would be dropped, cut or taken for
    ///   something else on its way to the upstream.
    public init(_ value: String, extras: [String: String] = [:]) throws(CaptchaHandlingError) {
        try Self.check(value)
        for extra in extras.values { try Self.check(extra) }
        secret = value
        self.extras = extras
    }

    private init(secret: String?) {
        self.secret = secret
        extras = [:]
    }

    /// The token's text, or `nil` if it is ``outOfBand``.
    public var value: String? { secret }

    /// A further value, by its name.
    public subscript(extra name: String) -> String? { extras[name] }

    private static func check(_ text: String) throws(CaptchaHandlingError) {
        if text.isEmpty { throw CaptchaHandlingError(.unusableToken, reason: "it is empty") }
        if text.utf8.count > maximumLength {
            throw CaptchaHandlingError(.unusableToken, reason: "it is longer than 64 KiB")
        }
        if text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) {
            throw CaptchaHandlingError(.unusableToken, reason: "it holds a control character")
        }
    }
}

extension CaptchaToken: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// A constant text without the value.
    public var description: String { self == .outOfBand ? "CaptchaToken.outOfBand" : "CaptchaToken(hidden)" }

    /// The same as ``description``.
    public var debugDescription: String { description }

    /// A mirror without children.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
