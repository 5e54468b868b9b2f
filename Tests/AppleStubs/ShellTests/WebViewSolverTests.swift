#if canImport(WebKit)
    import CaptchaRetry
    import CaptchaRetryTesting
    import CaptchaSolvers
    import Foundation
    import Testing
    import WebKit

    #if canImport(FoundationNetworking)
        import FoundationNetworking
    #endif

    extension AppleShells {
        @Suite("Web view", .serialized)
        @MainActor
        struct WebViewSolverTests {
            private let pages = Pages()
            private let presenter = NotingPresenter()
            private let clock = ManualClock()

            private var solver: WebViewSolver {
                WebViewSolver(clock: clock) { [presenter] in presenter }
            }

            private func invisible() -> WebViewSolver {
                WebViewSolver(
                    clock: clock,
                    page: { _ throws(CaptchaHandlingError) in
                        var parameters = SmartCaptchaParameters(siteKey: "ysc1_key")
                        parameters.isInvisible = true
                        return try .hostedSmartCaptcha(parameters)
                    }
                ) { [presenter] in presenter }
            }

            @Test("A widget's page is shown, and its token is the answer")
            func widget() async throws {
                let solve = Task { await solver.outcome() }
                let webView = await pages.load()
                guard case .loadHTML(let html, let baseURL) = webView.stubEvents.first else {
                    Issue.record("\(webView.stubEvents)")
                    return
                }
                #expect(html.contains("ysc1_key"))
                #expect(baseURL?.absoluteString == "https://shop.example/order")
                #expect(!webView.configuration.websiteDataStore.isPersistent)
                #expect(webView.configuration.userContentController.stubHandlerNames == ["NativeClient"])
                #expect(presenter.steps == ["attach", "show"])
                webView.stubFinish()
                webView.say("captchaDidLoad")
                webView.stubPost(
                    ["method": "captchaDidFinish", "data": "token", "size": ["width": 320, "height": 480]]
                        as [String: Any],
                    to: "NativeClient")
                // A page may post twice; by then nobody listens.
                #expect(!webView.stubPost(["method": "captchaDidFinish", "data": "again"], to: "NativeClient"))
                #expect(await solve.value == .token("token"))
                #expect(presenter.steps == ["attach", "show", "dismiss"])
            }

            @Test("An invisible page runs out of sight, is shown with its challenge, and a token after a hide wins")
            func invisibleLifecycle() async {
                let solve = Task { await invisible().outcome() }
                let webView = await pages.load()
                guard case .load(let request) = webView.stubEvents.first else {
                    Issue.record("\(webView.stubEvents)")
                    return
                }
                #expect(
                    request.url?.absoluteString
                        == "https://smartcaptcha.yandexcloud.net/webview?sitekey=ysc1_key&invisible=true")
                webView.stubFinish()
                #expect(presenter.steps == ["attach"])
                webView.say("challengeDidAppear")
                #expect(presenter.steps == ["attach", "show"])
                webView.say("challengeDidDisappear")
                #expect(presenter.steps == ["attach", "show", "hide"])
                webView.say("captchaDidFinish", "token")
                #expect(await solve.value == .token("token"))
                #expect(presenter.steps == ["attach", "show", "hide", "dismiss"])
            }

            @Test("An invisible page that passes the person unseen is never shown")
            func unseen() async {
                let solve = Task { await invisible().outcome() }
                let webView = await pages.load()
                webView.stubFinish()
                webView.say("captchaDidFinish", "token")
                #expect(await solve.value == .token("token"))
                #expect(presenter.steps == ["attach", "dismiss"])
            }

            @Test("An invisible page whose challenge was closed is loaded again")
            func reloaded() async {
                let solve = Task { await invisible().outcome() }
                let webView = await pages.load()
                webView.stubFinish()
                webView.say("challengeDidAppear")
                webView.say("challengeDidDisappear")
                // The limit of the person, and the wait for a token.
                await clock.waitForSleepers(2)
                clock.advance(by: .seconds(1))
                #expect(await pages.load() === webView)
                #expect(webView.loadCount == 2)
                #expect(webView.count { $0 == .reload } == 0)
                webView.stubFinish()
                webView.say("captchaDidFinish", "token")
                #expect(await solve.value == .token("token"))
            }

            @Test("VK's page gets its bridge, and its result is the answer")
            func vk() async throws {
                let challenge = try CaptchaChallenge.vk()
                let solve = Task { await solver.outcome(challenge) }
                let webView = await pages.load()
                let controller = webView.configuration.userContentController
                #expect(
                    controller.stubHandlerNames == ["NativeClient", "VKCaptchaGetResult", "VKCaptchaCloseCaptcha"])
                let script = try #require(controller.userScripts.first)
                #expect(script.isForMainFrameOnly)
                #expect(script.injectionTime == .atDocumentStart)
                webView.stubPost(#"{"token": "vk-token"}"#, to: "VKCaptchaGetResult")
                #expect(await solve.value == .token("vk-token"))
                #expect(controller.stubHandlerNames.isEmpty)
                #expect(controller.userScripts.isEmpty)
            }

            @Test("VK's page that closes without a result was dismissed")
            func vkCloses() async throws {
                let challenge = try CaptchaChallenge.vk()
                let solve = Task { await solver.outcome(challenge) }
                await pages.load().stubPost("", to: "VKCaptchaCloseCaptcha")
                #expect(await solve.value == .dismissed)
            }

            @Test("An expired token has the page's widget start anew, by a script without foreign values")
            func expired() async {
                let solve = Task { await solver.outcome() }
                let webView = await pages.load()
                webView.say("captchaDidLoad")
                webView.say("captchaDidExpire", "\"); alert(1); (\"")
                #expect(webView.count { $0 == .script("window.captcha && window.captcha.reset();") } == 1)
                webView.say("captchaDidLoad")
                webView.say("captchaDidFinish", "token")
                #expect(await solve.value == .token("token"))
            }

            @Test("The size that a page says is passed on")
            func resized() async {
                let solve = Task { await solver.outcome() }
                let webView = await pages.load()
                webView.stubPost(["size": ["width": 320, "height": 480]], to: "NativeClient")
                #expect(presenter.steps.last == "resize 320.0 480.0")
                solve.cancel()
                _ = await solve.value
            }

            @Test("A prompt without a page is left to others, and nothing is attached")
            func noPage() async {
                let outcome = await solver.outcome(CaptchaChallenge(scheme: "shop", prompt: .question("2 + 2?")))
                #expect(outcome == .failed(.noSolverForPrompt, "no page is known that tells how it ended"))
                #expect(presenter.steps.isEmpty)
            }

            @Test("A challenged request of VK's passes with the page's token")
            func endToEnd() async throws {
                let upstream = ScriptedUpstream { request in
                    request.form["success_token"] == "vk-token"
                        ? .json(#"{"response": 1}"#)
                        : .json(
                            #"{"error": {"error_code": 14, "redirect_uri": "https://id.vk.ru/not_robot_captcha?a=b"}}"#)
                }
                let retry = CaptchaRetry(schemes: [.vk], solver: solver)
                let url = try #require(URL(string: "https://api.vk.ru/method/wall.post"))
                let request = PlainRequest("POST", url: url, body: .data(Data("message=Hello".utf8)))
                let call = Task {
                    try await retry.perform(
                        request,
                        send: upstream.send)
                }
                await pages.load().stubPost(["token": "vk-token"], to: "VKCaptchaGetResult")
                #expect(try await call.value.status == 200)
                #expect(upstream.requests.count == 2)
                #expect(presenter.steps == ["attach", "show", "dismiss"])
            }
        }
    }
#endif
