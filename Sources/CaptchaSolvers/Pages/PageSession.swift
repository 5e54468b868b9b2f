public import CaptchaRetry

/// Shows a ``CaptchaPage`` in a ``PageView`` until there is a token, a failure, or nobody who wants it any more.
@MainActor
public final class PageSession {
    /// A session with a view of its own.
    ///
    /// - Parameters:
    ///   - page: The page to show.
    ///   - view: The view to show it in. The session keeps it until it is over.
    ///   - isLoaded: Whether the view still has this page from an earlier session. Its widget is then started anew,
    ///     and an answer that was meant for the earlier session is dropped.
    ///   - limits: How long it may take.
    ///   - clock: The clock of the limits.
    public init(
        _ page: CaptchaPage, in view: any PageView, isLoaded: Bool = false, limits: PageLimits = PageLimits(),
        clock: any Clock<Duration> = ContinuousClock()
    ) {}

    /// Loads the page, shows it where it has to be seen, and waits for its token.
    ///
    /// When it returns or throws, the view is closed.
    ///
    /// - Throws: ``CaptchaHandlingError``.
    public func token() async throws(CaptchaHandlingError) -> CaptchaToken {
        throw CaptchaHandlingError(.noSolverForPrompt)
    }
}
