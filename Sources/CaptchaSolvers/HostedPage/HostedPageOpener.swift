public import CaptchaRetry

/// Takes a person to a page of somebody else's, and knows when they are back.
///
/// An opener is a way to show a page and to be returned to: a browser session of the system with an own URL scheme, or
/// any browser and a listener on the loopback interface (``LoopbackOpener``). It does not read results;
/// ``HostedPageSolver`` does.
public protocol HostedPageOpener: Sendable {
    /// Gets ready to be returned to, asks `visit` for the link, opens it, and suspends until the person is back.
    ///
    /// In this order:
    /// 1. Get hold of whatever the return will come in at, if it needs to be (bind the port).
    /// 2. Call ``HostedPageVisit/link`` once, with the URL that the return is to go to. If it throws, throw that.
    /// 3. Open the link.
    /// 4. For each URL that somebody comes back with, ask ``HostedPageVisit/isReturn``. The first for which it says yes
    ///    ends the visit. Any other is a stray: go on waiting if you can; if you cannot, because what was open is gone,
    ///    end with ``HostedPageEnd/closed``.
    ///
    /// Nothing is left open when it returns or throws. It may be called several times, also at the same time, and each
    /// call is a visit of its own; one that can't show a second page says so by throwing.
    ///
    /// - Throws: ``CaptchaHandlingError``: ``CaptchaHandlingError/Code/cancelled``, soon, if the task is cancelled;
    ///   ``CaptchaHandlingError/Code/noSolverForPrompt`` if there is nowhere to show a page at all; otherwise
    ///   ``CaptchaHandlingError/Code/solverFailed``. A person who closes the page is no error.
    func visit(_ visit: HostedPageVisit) async throws(CaptchaHandlingError) -> HostedPageEnd
}

/// How a visit ended. It says nothing of what the person did there.
public enum HostedPageEnd: Hashable, Sendable {
    /// The page sent the person back.
    case returned
    /// The person closed the page.
    case closed
}
