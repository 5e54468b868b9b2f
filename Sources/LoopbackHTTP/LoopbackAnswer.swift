package import CaptchaRetry
package import Foundation

/// What a handler does with a request: it answers, or it fails in one of the ways in which connections fail.
package enum LoopbackAnswer: Hashable, Sendable {
    /// This response; its `Content-Length` is put in by itself.
    case response(PlainResponse)
    /// The connection ends after so many bytes of the body, though all were announced.
    case truncated(PlainResponse, sent: Int)
    /// These bytes, then the connection ends.
    case raw(Data)
    /// The connection ends without an answer.
    case dropConnection
}
