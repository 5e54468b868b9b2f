import CaptchaRetry
import Foundation
import LoopbackHTTP

/// One page, the listener that serves it, and the solver that waits for its answer.
///
/// The listener goes when the conversation has ended and whoever waited for a page has got it. Until then somebody has
/// to hold the session and ``end(_:)`` it.
final class BrowserSession: Sendable {
    /// What all pages of a solver have in common.
    struct Setting: Sendable {
        /// The language of all pages; `nil` where each browser chooses.
        var language: BrowserLanguage?
        var program: String
        var clock: any Clock<Duration>
        /// Told when a listener is gone with all its descriptors; for tests.
        var onClosed: @Sendable () -> Void
    }

    private let desk: BrowserFrontDesk
    private let server: LoopbackServer
    private let onClosed: @Sendable () -> Void
    /// Where the page is.
    let url: URL

    /// Starts to listen.
    ///
    /// - Throws: ``CaptchaHandlingError/Code/solverFailed`` if the system has no socket.
    init(_ prompt: BrowserPrompt, setting: Setting) throws(CaptchaHandlingError) {
        let desk = BrowserFrontDesk(prompt, language: setting.language, program: setting.program)
        do throws(SocketError) {
            server = try LoopbackServer(limits: Self.limits, clock: setting.clock) { await desk.answer($0) }
        } catch {
            throw CaptchaHandlingError(noSocket: error)
        }
        self.desk = desk
        onClosed = setting.onClosed
        let address = BrowserAddress(port: server.port)
        desk.open(at: address)
        guard let url = address.url else {
            Self.close(server, onClosed)
            throw CaptchaHandlingError(.solverFailed, reason: "the page has no address")
        }
        self.url = url
    }

    /// A browser sends all cookies of 127.0.0.1 along, whichever port they are of; the longest token may be encoded.
    /// A listener without idle connections needs few of them.
    static var limits: ServerLimits {
        var limits = ServerLimits(headerSize: 64 * 1024, bodySize: 256 * 1024)
        limits.connections = 64
        limits.patience = .seconds(20)
        return limits
    }

    /// What the person does. It ends without an event when the caller is cancelled.
    var events: AsyncStream<BrowserConversation.Event> { desk.events() }

    /// Asks something else, after an answer was refused.
    ///
    /// - Returns: Whether a page waits for it. Otherwise it has to be opened once more.
    func ask(_ prompt: BrowserPrompt) -> Bool { desk.ask(prompt) }

    /// Ends it. Only the first end counts.
    func end(_ ending: BrowserConversation.Ending) {
        desk.end(ending)
        Self.close(server, onClosed)
    }

    /// Closing blocks for the moment in which the last pages go out.
    private static func close(_ server: LoopbackServer, _ onClosed: @escaping @Sendable () -> Void) {
        Thread.detachNewThread {
            server.finish()
            onClosed()
        }
    }
}

extension CaptchaHandlingError {
    /// Nobody can come back to this machine.
    init(noSocket error: SocketError) {
        self.init(
            .solverFailed, reason: "no socket on 127.0.0.1: \(error.call) failed with \(error.code)", underlying: error)
    }
}
