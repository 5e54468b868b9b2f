import Foundation

/// The server key that a provider knows you by.
///
/// It never shows in `description`, `debugDescription`, `dump` or a mirror. Have it from the environment or a secret
/// store, not from the source:
///
/// ```swift
/// guard let key = ProcessInfo.processInfo.environment["SMARTCAPTCHA_SECRET"] else { … }
/// let verifier = SmartCaptchaVerifier(secret: SecretKey(key))
/// ```
public struct SecretKey: Hashable, Sendable {
    /// The key's text. It is for requests to the provider, and for nothing else.
    public let value: String

    /// A key. Blanks and line breaks around it are cut off, since files and environment variables often end with one.
    public init(_ value: String) {
        self.value = value.trimmingCharacters(in: .whitespacesAndNewlines)
    }
}

extension SecretKey: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// A constant text without the value.
    public var description: String { "SecretKey(hidden)" }

    /// The same as ``description``.
    public var debugDescription: String { description }

    /// A mirror without children.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
