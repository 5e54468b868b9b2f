#if canImport(AuthenticationServices)
    public import CaptchaRetry
    import Foundation

    /// Takes the person to a hosted page in the system's browser session (`ASWebAuthenticationSession`), and back by a
    /// URL scheme of your own.
    ///
    /// ```swift
    /// let solver = HostedPageSolver(opener: BrowserSessionOpener(callbackScheme: "myapp")) { process in
    ///     try await backend.result(of: process)
    /// }
    /// ```
    ///
    /// The scheme need not be registered in the app's `Info.plist`. The session is ephemeral unless you say otherwise:
    /// the browser then asks no consent, and shares no cookies with the page. On macOS the person's own browser is
    /// used, and may treat that as a wish.
    ///
    /// One session is open at a time; a second visit waits until the first is over. A task that is cancelled closes the
    /// session. On tvOS nobody but the person can close it: the visit ends at once, and what they do there is ignored.
    ///
    /// > Note: It was written without Apple's SDK at hand. So far it was compiled for each platform, and run, against
    /// > stand-ins only; `Tests/AppleStubs/README.md` says what that leaves open.
    public struct BrowserSessionOpener: HostedPageOpener {
        private let scheme: String
        private let place: String
        private let isEphemeral: Bool
        private let turns = TurnQueue()

        #if canImport(WebKit) && !os(tvOS) && !os(watchOS)
            private let anchor: PresentationAnchor

            /// An opener with a URL scheme to come back by.
            ///
            /// - Parameters:
            ///   - callbackScheme: The scheme alone, such as `myapp`, without `://`. A visit fails if it is none.
            ///   - callbackPlace: What follows `://` in the URL that the page sends the person back to: a host, and a
            ///     path if you like, such as `captcha` or `captcha/done`.
            ///   - isEphemeral: Whether the page is kept apart from the cookies of the person's browser.
            ///   - anchor: In which of the app's windows the session appears.
            public init(
                callbackScheme: String, callbackPlace: String = "captcha", isEphemeral: Bool = true,
                anchor: PresentationAnchor = .application
            ) {
                scheme = callbackScheme
                place = callbackPlace
                self.isEphemeral = isEphemeral
                self.anchor = anchor
            }
        #else
            /// An opener with a URL scheme to come back by.
            ///
            /// - Parameters:
            ///   - callbackScheme: The scheme alone, such as `myapp`, without `://`. A visit fails if it is none.
            ///   - callbackPlace: What follows `://` in the URL that the page sends the person back to: a host, and a
            ///     path if you like, such as `captcha` or `captcha/done`.
            ///   - isEphemeral: Whether the page is kept apart from the cookies of the person's browser. tvOS has no
            ///     such setting.
            public init(callbackScheme: String, callbackPlace: String = "captcha", isEphemeral: Bool = true) {
                scheme = callbackScheme
                place = callbackPlace
                self.isEphemeral = isEphemeral
            }
        #endif

        /// Opens the link when no other session of this opener is open, and waits for the person to be back.
        ///
        /// - Throws: ``CaptchaHandlingError`` with one of these codes:
        ///   - ``CaptchaHandlingError/Code/solverFailed`` if the callback scheme is none, if the session does not
        ///     start, or if it has no valid window to appear in; the reason tells which,
        ///   - ``CaptchaHandlingError/Code/noSolverForPrompt`` if the app has no window in the foreground (iOS, visionOS),
        ///   - ``CaptchaHandlingError/Code/unreadableChallenge`` if the link is no `http` or `https` URL,
        ///   - ``CaptchaHandlingError/Code/cancelled`` if the task is cancelled,
        ///   - whatever ``HostedPageVisit/link`` throws.
        public func visit(_ visit: HostedPageVisit) async throws(CaptchaHandlingError) -> HostedPageEnd {
            let callback = try CallbackURL(scheme: scheme, place: place)
            let result = await turns.withTurn { await end(of: visit, callback: callback) }
            guard let result else { throw CaptchaHandlingError(.cancelled) }
            return try result.get()
        }

        private func end(
            of visit: HostedPageVisit, callback: CallbackURL
        ) async -> Result<HostedPageEnd, CaptchaHandlingError> {
            do throws(CaptchaHandlingError) {
                let link = try await visit.link(callback.url)
                guard Origin(link) != nil, ["http", "https"].contains(link.scheme?.lowercased()) else {
                    // The system would raise an exception.
                    throw CaptchaHandlingError(.unreadableChallenge, reason: "the link is no http or https URL")
                }
                guard let url = try await open(link) else { return .success(.closed) }
                // The session is gone, so there is no waiting for a better one.
                return .success(callback.matches(url) && visit.isReturn(url) ? .returned : .closed)
            } catch {
                return .failure(error)
            }
        }

        private func open(_ link: URL) async throws(CaptchaHandlingError) -> URL? {
            #if canImport(WebKit) && !os(tvOS) && !os(watchOS)
                let session = SystemBrowserSession(scheme: scheme, isEphemeral: isEphemeral, anchor: anchor)
            #else
                let session = SystemBrowserSession(scheme: scheme, isEphemeral: isEphemeral)
            #endif
            return try await session.open(link)
        }
    }
#endif
