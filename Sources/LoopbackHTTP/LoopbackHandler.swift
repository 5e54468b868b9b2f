package import Foundation

/// Answers a request. It may be called for several requests at the same time, as a task for each, which is cancelled when
/// the server stops.
package typealias LoopbackHandler = @Sendable (HTTPRequestHead, Data) async -> LoopbackAnswer
