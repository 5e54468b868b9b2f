#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// A request that can be sent again with a token in it.
///
/// The requirements are named after those of `URLRequest`, which conforms in `CaptchaRetryURLSession`. For another
/// client's request, conform the type itself or a small struct around it. It has to be a value: an edit of a copy must
/// not show in the original. ``PlainRequest`` is the simplest conformance there is.
public protocol ReplayableRequest {
    /// Where the request goes.
    var url: URL? { get set }
    /// The method, such as `POST`; `nil` means `GET`.
    var httpMethod: String? { get set }
    /// What is sent along, and whether it can be sent twice.
    var replayableBody: ReplayableBody { get set }
    /// The value of a header field. Upper and lower case in its name make no difference.
    func value(forHTTPHeaderField name: String) -> String?
    /// Sets a header field, in place of the one whose name differs at most in case; `nil` removes it.
    mutating func setValue(_ value: String?, forHTTPHeaderField name: String)
}

/// The body of a ``ReplayableRequest``.
public enum ReplayableBody: Hashable, Sendable {
    /// There is none.
    case none
    /// These bytes, which can be sent any number of times.
    case data(Data)
    /// A stream that is used up when it is sent. Such a request cannot be replayed.
    case oneShot
}

extension ReplayableBody: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The kind of body and its size; no contents, which may carry tokens.
    public var description: String {
        switch self {
        case .none: "no body"
        case .data(let data): "\(data.count) bytes"
        case .oneShot: "a one-shot body"
        }
    }

    /// The same as ``description``.
    public var debugDescription: String { description }

    /// A mirror without children.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
