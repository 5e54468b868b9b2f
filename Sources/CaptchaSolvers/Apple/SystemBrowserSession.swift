#if canImport(AuthenticationServices)
    import AuthenticationServices
    import CaptchaRetry
    import Foundation

    /// One authentication session of the system, from its start until it ends.
    struct SystemBrowserSession {
        private enum End: Sendable {
            case returned(URL)
            case failed(CaptchaHandlingError)
            case closed
            case cancelled
        }

        let scheme: String
        let isEphemeral: Bool
        #if canImport(WebKit) && !os(tvOS) && !os(watchOS)
            let anchor: PresentationAnchor
        #endif

        /// - Returns: What the page sent the person back with, or `nil` if they closed it.
        @MainActor
        func open(_ link: URL) async throws(CaptchaHandlingError) -> URL? {
            if Task.isCancelled { throw CaptchaHandlingError(.cancelled) }
            let end = FirstValue<End>()
            // Sendable, and so on no actor: it is not said on which thread it is called, and a closure of the main
            // actor traps on any other.
            let session = ASWebAuthenticationSession(url: link, callbackURLScheme: scheme) { @Sendable url, error in
                end.set(Self.end(url, error))
            }
            #if canImport(WebKit) && !os(tvOS) && !os(watchOS)
                guard let window = anchor.sessionWindow else {
                    throw CaptchaHandlingError(
                        .noSolverForPrompt, reason: "the app has no window in the foreground")
                }
                // The session holds it weakly.
                let context = PresentationContext(window: window)
                defer { withExtendedLifetime(context) {} }
                session.presentationContextProvider = context
            #endif
            session.set(isEphemeral: isEphemeral)
            // A handler that was called meanwhile knows better why.
            if !session.start() { end.set(.failed(Self.failure("the browser session did not start"))) }

            let first = await withTaskCancellationHandler {
                await end.value
            } onCancel: {
                // Whether closing the session calls its handler is not documented; this does not depend on it.
                end.set(.cancelled)
            }
            switch first {
            case .returned(let url): return url
            case .closed: return nil
            case .failed(let error): throw error
            case .cancelled:
                session.close()
                throw CaptchaHandlingError(.cancelled)
            }
        }

        private static func end(_ url: URL?, _ error: (any Error)?) -> End {
            if let url { return .returned(url) }
            guard let error else { return .closed }
            #if canImport(WebKit) && !os(tvOS) && !os(watchOS)
                switch (error as? ASWebAuthenticationSessionError)?.code {
                case .canceledLogin: return .closed
                case .presentationContextNotProvided:
                    return .failed(failure("the browser session was given no window", error))
                case .presentationContextInvalid:
                    return .failed(failure("the browser session's window is in no foreground scene", error))
                default: return .failed(failure("the browser session failed", error))
                }
            #else
                if (error as? ASWebAuthenticationSessionError)?.code == .canceledLogin { return .closed }
                return .failed(failure("the browser session failed", error))
            #endif
        }

        private static func failure(
            _ reason: String, _ underlying: (any Error)? = nil
        ) -> CaptchaHandlingError {
            CaptchaHandlingError(.solverFailed, reason: reason, underlying: underlying)
        }
    }

    #if canImport(WebKit) && !os(tvOS) && !os(watchOS)
        /// Names the window that a session appears in.
        @MainActor
        private final class PresentationContext: NSObject, ASWebAuthenticationPresentationContextProviding {
            private let window: ASPresentationAnchor

            init(window: ASPresentationAnchor) {
                self.window = window
                super.init()
            }

            func presentationAnchor(for session: ASWebAuthenticationSession) -> ASPresentationAnchor { window }
        }
    #endif

    extension ASWebAuthenticationSession {
        fileprivate func set(isEphemeral: Bool) {
            // tvOS, which has neither WebKit nor WatchKit, has no such property.
            #if !os(tvOS) && (canImport(WebKit) || canImport(WatchKit))
                prefersEphemeralWebBrowserSession = isEphemeral
            #endif
        }

        fileprivate func close() {
            // Nor can tvOS cancel.
            #if !os(tvOS) && (canImport(WebKit) || canImport(WatchKit))
                cancel()
            #endif
        }
    }
#endif
