package import Foundation

/// Answers a request. It may be called for several requests at the same time, as a task for each, which is cancelled when
/// the server stops.
package typealias LoopbackHandler = @Sendable (HTTPRequestHead, Data) async -> LoopbackAnswer

/// A request that waits for its answer, with what a handler may want to know of who sent it.
package struct LoopbackExchange: Sendable {
    /// Request line and header fields.
    package let head: HTTPRequestHead
    /// The body.
    package let body: Data
    /// Whether the client is still there to take the answer, as far as one can tell without sending to it.
    ///
    /// A client that has closed its sending side counts as gone: browsers do so only when they give a request up.
    package let isClientThere: @Sendable () -> Bool
}
