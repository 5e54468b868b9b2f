#if canImport(WebKit)
    import CaptchaRetry
    import CaptchaRetryTesting
    import CaptchaSolvers
    import Foundation
    import Testing
    import WebKit

    extension AppleShells {
        @Suite("Web view: failures and foreign messages", .serialized)
        @MainActor
        struct WebViewFailureTests {
            private let pages = Pages()
            private let presenter = NotingPresenter()
            private let clock = ManualClock()

            private func solver(retries: Int = 0) -> WebViewSolver {
                var limits = PageLimits()
                limits.retries = retries
                return WebViewSolver(limits: limits, clock: clock) { [presenter] in presenter }
            }

            private func failure(of solve: @escaping @MainActor () async -> Outcome, _ cause: (WKWebView) async -> Void)
                async -> Outcome
            {
                let solve = Task { await solve() }
                await cause(await pages.load())
                let outcome = await solve.value
                #expect(presenter.steps == ["attach", "show", "dismiss"])
                return outcome
            }

            @Test("A page that cannot be loaded is a failure, before and after its first bytes")
            func loadFails() async {
                let solver = solver()
                let offline = NSError(domain: "NSURLErrorDomain", code: -1009)
                let expected = Outcome.failed(.solverFailed, "network: NSURLErrorDomain -1009")
                #expect(await failure(of: { await solver.outcome() }) { $0.stubFailProvisionally(offline) } == expected)
            }

            @Test("A load that breaks off is a failure")
            func loadBreaks() async {
                let solver = solver()
                let lost = NSError(domain: "NSURLErrorDomain", code: -1005)
                let expected = Outcome.failed(.solverFailed, "network: NSURLErrorDomain -1005")
                #expect(await failure(of: { await solver.outcome() }) { $0.stubFail(lost) } == expected)
            }

            @Test("A server's error page is a failure, though it loads", arguments: [404, 503])
            func errorStatus(status: Int) async throws {
                let solver = solver()
                let challenge = try CaptchaChallenge.vk()
                let outcome = await failure(of: { await solver.outcome(challenge) }) {
                    #expect(await $0.stubRespond(status: 500, isForMainFrame: false) == .allow)
                    #expect(await $0.stubRespond(status: status) == .allow)
                }
                let kind = status == 404 ? "other" : "network"
                #expect(outcome == .failed(.solverFailed, "\(kind): HTTP \(status)"))
            }

            @Test("A page whose process ends is a failure")
            func processEnds() async {
                let solver = solver()
                let expected = Outcome.failed(.solverFailed, "other: the page's process ended")
                #expect(await failure(of: { await solver.outcome() }) { $0.stubTerminate() } == expected)
            }

            @Test("A load that another one took the place of is none, and a failed one is tried again")
            func tryAgain() async {
                let solver = solver(retries: 1)
                let solve = Task { await solver.outcome() }
                let webView = await pages.load()
                webView.stubFailProvisionally(NSError(domain: "NSURLErrorDomain", code: -999))
                webView.stubFailProvisionally(NSError(domain: "NSURLErrorDomain", code: -1001))
                await clock.waitForSleepers()
                clock.advance(by: .seconds(1))
                #expect(await pages.load() === webView)
                webView.say("captchaDidLoad")
                webView.say("captchaDidFinish", "token")
                #expect(await solve.value == .token("token"))
            }

            @Test("A page that never says that its widget is there runs out of time")
            func silentPage() async {
                let solver = solver()
                let solve = Task { await solver.outcome() }
                let webView = await pages.load()
                webView.stubFinish()
                await clock.waitForSleepers()
                clock.advance(by: .seconds(30))
                #expect(await solve.value == .failed(.timedOut, "the page did not load in time"))
                #expect(presenter.steps == ["attach", "show", "dismiss"])
            }

            @Test("A page that the person closes was dismissed, once")
            func closed() async {
                let solver = solver()
                let outcome = await failure(of: { await solver.outcome() }) { [presenter] _ in
                    presenter.onEnd?(CaptchaHandlingError(.dismissed))
                    presenter.onEnd?(CaptchaHandlingError(.solverFailed, reason: "late"))
                }
                #expect(outcome == .dismissed)
            }

            @Test("A page that closes its window was dismissed")
            func closesItself() async {
                let solver = solver()
                #expect(await failure(of: { await solver.outcome() }) { $0.stubClose() } == .dismissed)
            }

            @Test("A presenter that cannot show the page says why")
            func notShown() async {
                let solver = solver()
                let outcome = await failure(of: { await solver.outcome() }) { [presenter] _ in
                    presenter.onEnd?(CaptchaHandlingError(.solverFailed, reason: "no room"))
                }
                #expect(outcome == .failed(.solverFailed, "no room"))
            }

            @Test("A presenter that ends before anybody listens is heard")
            func endsAtOnce() async {
                presenter.endsAtOnce = CaptchaHandlingError(.solverFailed, reason: "no room")
                #expect(await solver().outcome() == .failed(.solverFailed, "no room"))
                #expect(presenter.steps.last == "dismiss")
            }

            @Test("Without a screen nothing is loaded")
            func noScreen() async {
                presenter.attachError = CaptchaHandlingError(.noSolverForPrompt, reason: "no window")
                WKWebView.stubOnEvent = { _, event in if event != .stop { Issue.record("\(event)") } }
                #expect(await solver().outcome() == .failed(.noSolverForPrompt, "no window"))
                #expect(presenter.steps == ["attach"])
            }

            @Test("What frames within, other origins and other handlers say does not count")
            func foreignMessages() async throws {
                let solver = solver()
                let solve = Task { await solver.outcome() }
                let webView = await pages.load()
                webView.say("captchaDidLoad")
                let message = ["method": "captchaDidFinish", "data": "forged"]
                let own = URL(string: "https://shop.example/order")
                let frames = [
                    WKFrameInfo.stub(url: own, isMainFrame: false),
                    .stub(url: URL(string: "https://evil.example/"), isMainFrame: true),
                    .stub(url: URL(string: "https://shop.example.evil.example/"), isMainFrame: true),
                    .stub(url: URL(string: "http://shop.example/"), isMainFrame: true),
                    .stub(url: URL(string: "https://shop.example:8443/"), isMainFrame: true),
                    .stub(url: nil, isMainFrame: true),
                ]
                for frame in frames { #expect(webView.stubPost(message, to: "NativeClient", from: frame)) }
                #expect(!webView.stubPost(message, to: "Other"))
                webView.stubPost(message, to: "NativeClient", from: .stub(url: own, isMainFrame: true))
                #expect(await solve.value == .token("forged"))
            }

            @Test("A message of any shape is taken or left, and ends nothing")
            func oddMessages() async {
                let solver = solver()
                let solve = Task { await solver.outcome() }
                let webView = await pages.load()
                let bodies: [Any] = [
                    NSNull(), 1, 0.5, true, "", "text", "{", [Any](), [1: 2], ["method": 5], ["method": ["a": "b"]],
                    ["data": "token"], ["method": "captchaDidFinish"], ["method": "captchaDidFinish", "data": ""],
                    ["method": "captchaDidFinish", "data": NSNull()], ["method": "unknown", "data": "x"], Date(),
                ]
                for body in bodies { webView.stubPost(body, to: "NativeClient") }
                #expect(presenter.steps == ["attach", "show"])
                webView.say("captchaDidLoad")
                webView.say("captchaDidFinish", "token")
                #expect(await solve.value == .token("token"))
            }
        }
    }
#endif
