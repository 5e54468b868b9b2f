import AuthenticationServices
import CaptchaRetry
import CaptchaSolvers
import Foundation
import Testing

#if canImport(AppKit)
    import AppKit
#endif

extension AppleShells {
    @Suite("Browser session", .serialized)
    @MainActor
    struct BrowserSessionTests {
        private let opener = BrowserSessionOpener(callbackScheme: "myapp")
        #if canImport(WebKit)
            private let screen = Screen()
        #endif

        @Test("A person who is sent back has returned, and the session was given all that it needs")
        func returns() async {
            await Browser.with { browser in
                let (callbacks, continuation) = AsyncStream<URL>.makeStream()
                let visit = Task { await opener.outcome(onLink: { continuation.yield($0) }) }
                let session = await browser.session()
                #expect(session.url.absoluteString == "https://pages.example/1")
                #expect(session.callbackScheme == "myapp")
                #if !STUB_TVOS
                    #expect(session.prefersEphemeral)
                #endif
                #if canImport(WebKit)
                    #expect(session.provider != nil)
                    #expect(session.anchor === screen.window)
                #endif
                session.comeBack(to: "MyApp://captcha/?state=1")
                #expect(await visit.value == .end(.returned))
                #if canImport(WebKit)
                    #expect(session.provider == nil)
                #endif
                var asked = callbacks.makeAsyncIterator()
                #expect(await asked.next()?.absoluteString == "myapp://captcha")
            }
        }

        @Test("A person who closes the session, or declines its question, has closed it")
        func closes() async {
            await Browser.with { browser in
                for error in [ASWebAuthenticationSessionError(.canceledLogin), nil] {
                    let visit = Task { await opener.outcome() }
                    await browser.session().complete(error: error)
                    #expect(await visit.value == .end(.closed))
                }
            }
        }

        #if canImport(WebKit)
            @Test(
                "No window and a window that is not in front are failures of their own, and no person's doing",
                arguments: [
                    (
                        ASWebAuthenticationSessionError.Code.presentationContextNotProvided,
                        "the browser session was given no window"
                    ),
                    (.presentationContextInvalid, "the browser session's window is in no foreground scene"),
                ])
            func noContext(code: ASWebAuthenticationSessionError.Code, reason: String) async {
                await Browser.with { browser in
                    let visit = Task { await opener.outcome() }
                    await browser.session().complete(error: ASWebAuthenticationSessionError(code))
                    #expect(await visit.value == .failed(.solverFailed, reason))
                }
            }

            #if canImport(UIKit)
                @Test("Without a window in front nobody is asked")
                func background() async {
                    Screen.empty()
                    await Browser.with(onStart: { _ in Issue.record("a session started") }) { _ in
                        let reason = "the app has no window in the foreground"
                        #expect(await opener.outcome() == .failed(.noSolverForPrompt, reason))
                    }
                }
            #else
                @Test("An app without windows gives the session an empty one")
                func windowless() async {
                    Screen.empty()
                    await Browser.with { browser in
                        let visit = Task { await opener.outcome() }
                        let session = await browser.session()
                        #expect(session.anchor != nil)
                        #expect(session.anchor?.isVisible == false)
                        session.comeBack(to: "myapp://captcha")
                        #expect(await visit.value == .end(.returned))
                    }
                }
            #endif

            @Test("The session appears in the window of the anchor's view")
            func anchored() async throws {
                let anchor = PresentationAnchor()
                let other = Screen.window()
                anchor.add(try #require(screen.window.anyView))
                await Browser.with { browser in
                    let opener = BrowserSessionOpener(callbackScheme: "myapp", anchor: anchor)
                    let visit = Task { await opener.outcome() }
                    let session = await browser.session()
                    #expect(session.anchor === screen.window)
                    #expect(session.anchor !== other)
                    session.complete()
                    _ = await visit.value
                }
            }
        #endif

        @Test("Any other error of the session is a failure, with the error behind it")
        func unknownError() async {
            await Browser.with { browser in
                let visit = Task { await opener.outcome() }
                await browser.session().complete(error: URLError(.notConnectedToInternet))
                #expect(await visit.value == .failed(.solverFailed, "the browser session failed"))
            }
        }

        @Test("A session that does not start is a failure")
        func notStarted() async {
            await Browser.with(starts: false) { _ in
                #expect(await opener.outcome() == .failed(.solverFailed, "the browser session did not start"))
            }
        }

        @Test("A session that does not start and says why is a failure with that reason")
        func notStartedWithReason() async {
            await Browser.with(
                starts: false, onStart: { $0.complete(error: ASWebAuthenticationSessionError(.canceledLogin)) },
                { _ in #expect(await opener.outcome() == .end(.closed)) })
        }

        @Test(
            "What is no scheme fails with a reason, and no link is asked for",
            arguments: ["myapp://", "myapp:", "", "my app", "1app", "приложение", "https", "HTTP"])
        func badScheme(scheme: String) async {
            await Browser.with { _ in
                let opener = BrowserSessionOpener(callbackScheme: scheme)
                let outcome = await opener.outcome(onLink: { _ in Issue.record("a link was asked for") })
                guard case .failed(.solverFailed, let reason?) = outcome else {
                    Issue.record("\(outcome)")
                    return
                }
                #expect(reason.contains("scheme"))
            }
        }

        @Test("What cannot follow a scheme fails with a reason", arguments: ["", "/path", "a b", "a?b=c", "a#b"])
        func badPlace(place: String) async {
            let opener = BrowserSessionOpener(callbackScheme: "myapp", callbackPlace: place)
            let reason = "the callback place is no host and path of a URL"
            #expect(await opener.outcome() == .failed(.solverFailed, reason))
        }

        @Test(
            "A link that is not of the web is not opened",
            arguments: ["myapp://captcha", "file:///etc/hosts", "https:"])
        func badLink(link: String) async {
            await Browser.with(onStart: { _ in Issue.record("a session started") }) { _ in
                let outcome = await opener.outcome(link)
                #expect(outcome == .failed(.unreadableChallenge, "the link is no http or https URL"))
            }
        }

        @Test("Where there is no link, its error comes back and nothing is opened")
        func noLink() async {
            await Browser.with(onStart: { _ in Issue.record("a session started") }) { _ in
                #expect(await opener.outcome("") == .failed(.submissionFailed))
            }
        }

        @Test(
            "A URL of another scheme, host, port or path is refused",
            arguments: [
                "other://captcha", "myapp://other", "myapp://captcha:1", "myapp://captcha/2", "https://captcha",
            ])
        func foreignReturn(url: String) async {
            await Browser.with { browser in
                let visit = Task { await opener.outcome() }
                await browser.session().comeBack(to: url)
                #expect(await visit.value == .end(.closed))
            }
        }

        @Test("A return that is not of this visit is refused")
        func strayReturn() async {
            await Browser.with { browser in
                let visit = Task { await opener.outcome(isReturn: { $0.query == "state=mine" }) }
                await browser.session().comeBack(to: "myapp://captcha?state=other")
                #expect(await visit.value == .end(.closed))
            }
        }

        @Test("Only the first end of a session counts")
        func lateCalls() async {
            await Browser.with { browser in
                let visit = Task { await opener.outcome() }
                let session = await browser.session()
                session.comeBack(to: "myapp://captcha")
                session.complete(error: ASWebAuthenticationSessionError(.canceledLogin))
                #expect(await visit.value == .end(.returned))
                session.complete(error: URLError(.unknown))
            }
        }

        @Test("A handler that is called on another thread is heard")
        func otherThread() async {
            await Browser.with { browser in
                let visit = Task { await opener.outcome() }
                let session = await browser.session()
                Thread.detachNewThread { session.comeBack(to: "myapp://captcha") }
                #expect(await visit.value == .end(.returned))
            }
        }

        @Test("The session shares the browser's cookies if that is wanted")
        func shared() async {
            await Browser.with { browser in
                let opener = BrowserSessionOpener(callbackScheme: "myapp", isEphemeral: false)
                let visit = Task { await opener.outcome() }
                let session = await browser.session()
                #expect(!session.prefersEphemeral)
                session.complete()
                _ = await visit.value
            }
        }
    }
}
