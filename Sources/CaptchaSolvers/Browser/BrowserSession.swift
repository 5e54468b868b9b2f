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
    private let setting: Setting
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
        self.setting = setting
        let address = BrowserAddress(port: server.port)
        desk.open(at: address)
        guard let url = address.url else {
            server.stop()
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

    /// Ends it, and returns when the last pages are out and the listener is gone: a program that ends now would take
    /// them along. Only the first end counts.
    ///
    /// That is a matter of milliseconds. A client that does not take its page is cut off after two seconds.
    func end(_ ending: BrowserConversation.Ending) async {
        desk.end(ending)
        let (server, setting) = (server, setting)
        let watch = Task {
            guard (try? await setting.clock.sleep(for: .seconds(2))) != nil else { return }
            Thread.detachNewThread { server.stop() }
        }
        await withCheckedContinuation { continuation in
            // It blocks its thread.
            Thread.detachNewThread {
                server.finish()
                setting.onClosed()
                continuation.resume()
            }
        }
        watch.cancel()
    }
}

extension CaptchaHandlingError {
    /// Nobody can come back to this machine.
    init(noSocket error: SocketError) {
        self.init(
            .solverFailed, reason: "no socket on 127.0.0.1: \(error.call) failed with \(error.code)", underlying: error)
    }
}
