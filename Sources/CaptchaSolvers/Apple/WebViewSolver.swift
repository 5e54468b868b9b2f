#if canImport(WebKit) && !os(tvOS) && !os(watchOS)
    public import CaptchaRetry
    import Foundation

    /// Has the person pass a captcha page in a web view: SmartCaptcha, VK's page, and the widgets of other providers.
    ///
    /// ```swift
    /// let retry = CaptchaRetry(schemes: [.vk], solver: WebViewSolver())
    /// ```
    ///
    /// On iOS, iPadOS and visionOS the page comes up in a sheet, on macOS in a window; a ``WebViewPresenter`` of your
    /// own can put it elsewhere. A page that has nothing to show until it reports a challenge (an invisible widget)
    /// runs out of sight until then, and most people never see it.
    ///
    /// - The web view keeps no cookies and no storage.
    /// - Only what the page's main frame says, from the page's own origin, counts.
    /// - One page is shown at a time; a second challenge waits until the first is over. If you let other solvers show
    ///   something on the same screen, use ``CaptchaRetry/CaptchaSolver/serialized``.
    /// - Links that lead out of the page open in the person's browser.
    ///
    /// > Note: It was written without Apple's SDK at hand. So far it was compiled for each platform, and run, against
    /// > stand-ins only; `Tests/AppleStubs/README.md` says what that leaves open.
    public struct WebViewSolver: CaptchaSolver {
        /// The page for a challenge.
        ///
        /// - Throws: ``CaptchaHandlingError`` with the code ``CaptchaHandlingError/Code/noSolverForPrompt`` where there
        ///   is none.
        public typealias Page = @Sendable (CaptchaChallenge) throws(CaptchaHandlingError) -> CaptchaPage

        private let page: Page
        private let presenter: @MainActor @Sendable () -> any WebViewPresenter
        private let limits: PageLimits
        private let clock: any Clock<Duration>
        private let turns = TurnQueue()

        /// A solver that shows pages in a sheet or a window.
        ///
        /// ```swift
        /// var parameters = SmartCaptchaParameters(siteKey: "ysc1_…")
        /// parameters.isInvisible = true
        /// let solver = WebViewSolver(page: { [parameters] _ throws(CaptchaHandlingError) in
        ///     try .hostedSmartCaptcha(parameters)
        /// })
        /// ```
        ///
        /// - Parameters:
        ///   - anchor: In which of the app's windows the page appears.
        ///   - options: How pages look, and where their scripts come from.
        ///   - limits: How long a page may take.
        ///   - clock: The clock of the limits.
        ///   - page: The page for a challenge; `nil` for ``CaptchaPage/init(for:options:)``.
        public init(
            anchor: PresentationAnchor = .application, options: PageOptions = PageOptions(),
            limits: PageLimits = PageLimits(), clock: any Clock<Duration> = ContinuousClock(), page: Page? = nil
        ) {
            self.init(options: options, limits: limits, clock: clock, page: page) {
                #if canImport(UIKit)
                    SheetPresenter(anchor: anchor)
                #else
                    WindowPresenter(anchor: anchor)
                #endif
            }
        }

        /// A solver that shows pages where you say.
        ///
        /// - Parameters:
        ///   - options: How pages look, and where their scripts come from.
        ///   - limits: How long a page may take.
        ///   - clock: The clock of the limits.
        ///   - page: The page for a challenge; `nil` for ``CaptchaPage/init(for:options:)``.
        ///   - presenter: Called on the main actor for each page that is shown.
        public init(
            options: PageOptions = PageOptions(), limits: PageLimits = PageLimits(),
            clock: any Clock<Duration> = ContinuousClock(), page: Page? = nil,
            presenter: @escaping @MainActor @Sendable () -> any WebViewPresenter
        ) {
            if let page {
                self.page = page
            } else {
                self.page = { challenge throws(CaptchaHandlingError) in
                    try CaptchaPage(for: challenge, options: options)
                }
            }
            self.presenter = presenter
            self.limits = limits
            self.clock = clock
        }

        /// Shows the page for the challenge when no other page of this solver is shown, and waits for its token.
        ///
        /// - Throws: ``CaptchaHandlingError`` with one of these codes:
        ///   - ``CaptchaHandlingError/Code/dismissed`` if the person closes the page,
        ///   - ``CaptchaHandlingError/Code/noSolverForPrompt`` if there is no page for this prompt, or if the app has
        ///     no window in the foreground,
        ///   - ``CaptchaHandlingError/Code/timedOut`` if the person takes longer than the limits allow,
        ///   - ``CaptchaHandlingError/Code/solverFailed`` if the page does not work, with a ``PageFailure``, or if it
        ///     cannot be shown,
        ///   - ``CaptchaHandlingError/Code/cancelled`` if the task is cancelled.
        public func solve(_ challenge: CaptchaChallenge) async throws(CaptchaHandlingError) -> CaptchaToken {
            let page = try page(challenge)
            let result = await turns.withTurn { await show(page) }
            guard let result else { throw CaptchaHandlingError(.cancelled) }
            return try result.get()
        }

        @MainActor
        private func show(_ page: CaptchaPage) async -> Result<CaptchaToken, CaptchaHandlingError> {
            do throws(CaptchaHandlingError) {
                let view = try WebPageView(page, presenter: presenter())
                do throws(CaptchaHandlingError) {
                    return .success(try await PageSession(page, in: view, limits: limits, clock: clock).token())
                } catch {
                    // The session knows only that the view is gone; the presenter knows why.
                    let isClosed = error.code == .dismissed
                    return .failure(isClosed ? view.presentationError ?? error : error)
                }
            } catch {
                return .failure(error)
            }
        }
    }
#endif
