public import CaptchaRetry
public import Foundation

/// A page that a web view loads to have a captcha passed, and how its messages are to be read.
///
/// Make one for a challenge with ``init(for:options:)``, or one of a certain provider with
/// ``smartCaptcha(_:baseURL:options:)``, ``hostedSmartCaptcha(_:hosts:)``, ``hosted(_:isInvisible:)``, ``vk(_:language:)`` or
/// ``widget(_:baseURL:options:)``. A ``PageSession`` runs it.
public struct CaptchaPage: Hashable, Sendable {
    /// What to load.
    public enum Content: Hashable, Sendable {
        /// A document of one's own, as if it had come from the base URL.
        case html(String, baseURL: URL)
        /// The document at an address.
        case address(URL)
    }

    /// How the page talks.
    enum Dialect: Hashable, Sendable {
        case nativeClient
        case vk
    }

    /// The name of the message handler that SmartCaptcha pages and this package's own talk to.
    public static let nativeClient = "NativeClient"

    /// What to load.
    public let content: Content
    /// The names of the message handlers to register, below `window.webkit.messageHandlers`.
    public let messageHandlers: [String]
    /// Whose messages count: those of a main frame with one of these origins.
    public let origins: Set<Origin>
    /// Whether the page has nothing to show until it reports a challenge.
    public let isInvisible: Bool
    /// A script to run in the main frame when its document starts, before the page's own.
    public let userScript: String?
    /// Whether the page says by itself that its widget is there; else a finished navigation means the same.
    let reportsLoading: Bool
    /// The script that has the widget start anew; without one, the page is loaded again.
    let resetScript: String?
    let dialect: Dialect

    init(
        _ content: Content, messageHandlers: [String] = [nativeClient], origins: Set<Origin>, isInvisible: Bool = false,
        userScript: String? = nil, reportsLoading: Bool = false, resetScript: String? = nil,
        dialect: Dialect = .nativeClient
    ) {
        self.content = content
        self.messageHandlers = messageHandlers
        self.origins = origins
        self.isInvisible = isInvisible
        self.userScript = userScript
        self.reportsLoading = reportsLoading
        self.resetScript = resetScript
        self.dialect = dialect
    }
}

extension CaptchaPage: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The origins of the page, and no address: it often carries a session identifier.
    public var description: String {
        "CaptchaPage(\(origins.map(\.description).sorted().joined(separator: ", ")))"
    }

    /// The same as ``description``.
    public var debugDescription: String { description }

    /// A mirror without children.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
