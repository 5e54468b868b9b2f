public import Foundation

/// A process that a person finishes at somebody else's page, as a backend has created it.
public struct HostedProcess: Hashable, Sendable {
    /// The page, an absolute `http` or `https` URL.
    public var link: URL
    /// What the backend knows the process by.
    public var reference: String?

    /// A process.
    public init(link: URL, reference: String? = nil) {
        self.link = link
        self.reference = reference
    }
}

extension HostedProcess: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// A constant text: link and reference often let anybody act in the person's place.
    public var description: String { "HostedProcess(hidden)" }

    /// The same as ``description``.
    public var debugDescription: String { description }

    /// A mirror without children.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
