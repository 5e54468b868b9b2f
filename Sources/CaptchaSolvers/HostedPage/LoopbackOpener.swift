public import CaptchaRetry
public import Foundation

/// Opens a hosted page in the person's own browser, which comes back to a port of this machine.
///
/// ```swift
/// let solver = HostedPageSolver(opener: LoopbackOpener()) { challenge, callback in
///     …   // callback is http://127.0.0.1:49152/6f1e…/?state=…
/// }
/// ```
///
/// It is for command lines, desktops and servers with a person at hand. The callback is as RFC 8252 has it: the literal
/// 127.0.0.1, a free port that is different each time, and a path with 192 random bits. The server behind the page must
/// take any port. The browser is answered with a page that says that its tab can be closed; the listener is gone then.
/// Requests for another path, another host name (DNS rebinding), by another method or with another state are turned
/// away and end nothing.
///
/// The browser gets the link as an argument, which on most systems every user of the machine can read; see
/// ``BrowserSolver``.
///
/// A tab that is closed cannot be noticed, so a visit never ends as ``HostedPageEnd/closed``. The solver's questions
/// while the page is open (``HostedPagePolling/whileOpen``) and ``CaptchaRetryPolicy/solveTimeout`` end the wait then.
public struct LoopbackOpener: HostedPageOpener {
    private let invitation: BrowserInvitation
    private let clock: any Clock<Duration>

    /// An opener.
    ///
    /// - Parameters:
    ///   - clock: What the time is measured on that a client may take to send its request.
    ///   - showURL: Tells a person where the page is. It is called for each page, whether or not a browser opens.
    ///     Without it, a line goes to standard error. The address often lets anybody act in the person's place: tell
    ///     only them.
    ///   - openBrowser: Opens the page, and returns whether it could; ``SystemBrowser/open(_:)``, if you don't say so.
    ///     If it cannot, the return is waited for all the same.
    public init(
        clock: any Clock<Duration> = ContinuousClock(), showURL: (@Sendable (URL) async -> Void)? = nil,
        openBrowser: (@Sendable (URL) async -> Bool)? = nil
    ) {
        invitation = BrowserInvitation(showURL: showURL, openBrowser: openBrowser)
        self.clock = clock
    }

    /// Listens, opens the link, and suspends until the browser is back.
    ///
    /// - Throws: ``CaptchaHandlingError``: what ``HostedPageVisit/link`` throws; with the code
    ///   ``CaptchaHandlingError/Code/solverFailed`` if the system has no socket, and
    ///   ``CaptchaHandlingError/Code/cancelled`` if the task is cancelled.
    public func visit(_ visit: HostedPageVisit) async throws(CaptchaHandlingError) -> HostedPageEnd {
        let isBack = FirstValue<Bool>()
        let callback = try LoopbackCallback(clock: clock, isReturn: visit.isReturn) { isBack.set(true) }
        let end = await end(of: visit, callback.url, isBack)
        await callback.close()
        return try end.get()
    }

    private func end(
        of visit: HostedPageVisit, _ callback: URL, _ isBack: FirstValue<Bool>
    ) async -> Result<HostedPageEnd, CaptchaHandlingError> {
        do throws(CaptchaHandlingError) {
            let link = try await visit.link(callback)
            let opening = Task { await invitation.open(link) }
            defer { opening.cancel() }
            let isReturned = await withTaskCancellationHandler {
                await isBack.value
            } onCancel: {
                isBack.set(false)
            }
            return isReturned ? .success(.returned) : .failure(CaptchaHandlingError(.cancelled))
        } catch {
            return .failure(error)
        }
    }
}
