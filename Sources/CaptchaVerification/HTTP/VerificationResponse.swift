public import Foundation

/// A provider's response, as a plain value.
public struct VerificationResponse: Hashable, Sendable {
    /// The HTTP status.
    public var status: Int
    /// The body.
    public var body: Data

    /// A response.
    public init(status: Int, body: Data) {
        self.status = status
        self.body = body
    }
}

extension VerificationResponse: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Status and size: an answer may quote what was asked.
    public var description: String { "status \(status), \(body.count) bytes" }

    /// The same as ``description``.
    public var debugDescription: String { description }

    /// A mirror without children.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
