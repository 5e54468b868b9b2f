#if canImport(WebKit)
    import CaptchaRetry
    import CaptchaRetryTesting
    import CaptchaSolvers
    import Foundation
    import Testing
    import WebKit

    #if canImport(UIKit)
        import UIKit
    #else
        import AppKit
    #endif

    extension AppleShells {
        @Suite("Web view: turns, cancellation and lifetime", .serialized)
        @MainActor
        struct WebViewLifetimeTests {
            private let pages = Pages()
            private let screen = Screen()

            /// How a page ends.
            enum End: CaseIterable, Sendable {
                case token
                case failure
                case closing
                case cancellation
            }

            @Test("A second challenge waits until the first page is gone")
            func secondStart() async {
                let steps = Steps()
                let solver = WebViewSolver {
                    steps.add("make")
                    return NotingPresenter()
                }
                let first = Task { await solver.outcome() }
                let second = Task { await solver.outcome() }
                let firstView = await pages.load()
                firstView.say("captchaDidLoad")
                #expect(steps.all == ["make"])
                firstView.say("captchaDidFinish", "one")
                #expect(await first.value == .token("one"))
                let secondView = await pages.load()
                #expect(secondView !== firstView)
                #expect(steps.all == ["make", "make"])
                secondView.say("captchaDidLoad")
                secondView.say("captchaDidFinish", "two")
                #expect(await second.value == .token("two"))
            }

            @Test("Under other combinators it takes turns as well")
            func combined() async throws {
                let solver = WebViewSolver { NotingPresenter() }.timeout(.seconds(600)).serialized
                let first = Task { try await solver.solve(.smartCaptcha).value }
                let second = Task { try await solver.solve(.smartCaptcha).value }
                let firstView = await pages.load()
                firstView.say("captchaDidLoad")
                firstView.say("captchaDidFinish", "one")
                #expect(try await first.value == "one")
                let secondView = await pages.load()
                secondView.say("captchaDidLoad")
                secondView.say("captchaDidFinish", "two")
                #expect(try await second.value == "two")
            }

            @Test("Cancelling the task takes the page away, and what it says later does not matter")
            func cancelled() async {
                let presenter = NotingPresenter()
                let solver = WebViewSolver { presenter }
                let solve = Task { await solver.outcome() }
                let webView = await pages.load()
                let controller = webView.configuration.userContentController
                solve.cancel()
                #expect(await solve.value == .cancelled)
                #expect(presenter.steps == ["attach", "show", "dismiss"])
                #expect(controller.stubHandlerNames.isEmpty)
                #expect(webView.stubEvents.last == .stop)
                #expect(webView.navigationDelegate == nil)
                #expect(webView.uiDelegate == nil)
                #expect(!webView.stubPost(["method": "captchaDidFinish", "data": "late"], to: "NativeClient"))
                presenter.onEnd?(CaptchaHandlingError(.dismissed))
                #expect(presenter.steps.count == 3)
            }

            @Test("A task that is cancelled while it waits for its turn makes no page")
            func cancelledInLine() async {
                let steps = Steps()
                let solver = WebViewSolver {
                    steps.add("make")
                    return NotingPresenter()
                }
                let first = Task { await solver.outcome() }
                let webView = await pages.load()
                let second = Task { await solver.outcome() }
                second.cancel()
                #expect(await second.value == .cancelled)
                webView.say("captchaDidLoad")
                webView.say("captchaDidFinish", "one")
                #expect(await first.value == .token("one"))
                #expect(steps.all == ["make"])
            }

            @Test("Nothing of a page is left when it is over, however it ended", arguments: End.allCases)
            func deallocated(end: End) async {
                weak var webView: WKWebView?
                weak var presenter: NotingPresenter?
                weak var controller: WKUserContentController?
                do {
                    let shown = NotingPresenter()
                    presenter = shown
                    var limits = PageLimits()
                    limits.retries = 0
                    let solver = WebViewSolver(limits: limits) { [weak shown] in shown ?? NotingPresenter() }
                    let solve = Task { await solver.outcome() }
                    do {
                        let view = await pages.load()
                        (webView, controller) = (view, view.configuration.userContentController)
                        view.say("captchaDidLoad")
                        switch end {
                        case .token: view.say("captchaDidFinish", "token")
                        case .failure: view.stubTerminate()
                        case .closing: shown.onEnd?(CaptchaHandlingError(.dismissed))
                        case .cancellation: solve.cancel()
                        }
                    }
                    _ = await solve.value
                }
                #expect(webView == nil)
                #expect(controller == nil)
                #expect(presenter == nil)
            }

            @Test(
                "The ready-made presenter shows the page on the app's screen and clears it away",
                arguments: End.allCases)
            func standardPresenter(end: End) async throws {
                weak var webView: WKWebView?
                var limits = PageLimits()
                limits.retries = 0
                let solver = WebViewSolver(limits: limits)
                let solve = Task { await solver.outcome() }
                do {
                    let view = await pages.load()
                    webView = view
                    view.say("captchaDidLoad")
                    #expect(isShown(view))
                    switch end {
                    case .token: view.say("captchaDidFinish", "token")
                    case .failure: view.stubTerminate()
                    case .closing: closeByHand(view)
                    case .cancellation: solve.cancel()
                    }
                }
                let outcome = await solve.value
                switch end {
                case .token: #expect(outcome == .token("token"))
                case .failure: #expect(outcome == .failed(.solverFailed, "other: the page's process ended"))
                case .closing: #expect(outcome == .dismissed)
                case .cancellation: #expect(outcome == .cancelled)
                }
                #expect(webView == nil)
                #expect(isClear)
            }

            #if canImport(UIKit)
                private func isShown(_ view: WKWebView) -> Bool {
                    screen.root.presentedViewController != nil && view.alpha == 1
                }
                private func closeByHand(_ view: WKWebView) { screen.root.stubSwipeDown() }
                private var isClear: Bool {
                    screen.root.presentedViewController == nil && screen.window.subviews.count == 1
                }

                @Test("An app in the background has nobody to show a page to")
                func background() async {
                    Screen.empty()
                    let reason = "the app has no window in the foreground"
                    #expect(await WebViewSolver().outcome() == .failed(.noSolverForPrompt, reason))
                }
            #else
                private func isShown(_ view: WKWebView) -> Bool { view.window?.isKeyWindow == true }
                private func closeByHand(_ view: WKWebView) { view.window?.close() }
                private var isClear: Bool { NSApplication.shared.windows == [screen.window] }
            #endif
        }
    }
#endif
