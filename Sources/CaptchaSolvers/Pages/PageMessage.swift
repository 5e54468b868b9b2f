public import CaptchaRetry
import Foundation

/// A message from a script on a page, with who sent it.
public struct PageMessage {
    /// What it says: whatever the page's script handed over, of any shape.
    public var body: Any?
    /// The name of the message handler that it came by.
    public var handler: String
    /// Whether the page's main frame sent it, and no frame within.
    public var isMainFrame: Bool
    /// The origin of the frame that sent it, or `nil` if it has none.
    public var origin: Origin?

    /// A message.
    public init(body: Any?, handler: String, isMainFrame: Bool, origin: Origin?) {
        self.body = body
        self.handler = handler
        self.isMainFrame = isMainFrame
        self.origin = origin
    }

    /// A message of a frame whose origin is given in parts, as WebKit does.
    ///
    /// - Parameters:
    ///   - body: What it says.
    ///   - handler: The name of the message handler that it came by.
    ///   - isMainFrame: Whether the page's main frame sent it.
    ///   - scheme: The scheme of the origin, such as `https`.
    ///   - host: Its host.
    ///   - port: Its port; 0 for the scheme's own.
    public init(body: Any?, handler: String, isMainFrame: Bool, scheme: String, host: String, port: Int) {
        let name = host.contains(":") && !host.hasPrefix("[") ? "[\(host)]" : host
        let address = "\(scheme)://\(name)" + (port == 0 ? "" : ":\(port)")
        self.init(
            body: body, handler: handler, isMainFrame: isMainFrame, origin: URL(string: address).flatMap(Origin.init))
    }
}

extension PageMessage: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The handler and the origin, without what the message says: it may be the token.
    public var description: String {
        "PageMessage(\(handler), \(isMainFrame ? "main frame" : "frame") of \(origin?.description ?? "no origin"))"
    }

    /// The same as ``description``.
    public var debugDescription: String { description }

    /// A mirror without children.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
