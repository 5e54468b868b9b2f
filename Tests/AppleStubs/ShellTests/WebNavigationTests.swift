#if canImport(WebKit)
    import CaptchaRetry
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
        @Suite("Web view: where a page may go", .serialized)
        @MainActor
        struct WebNavigationTests {
            private let pages = Pages()
            private let presenter = NotingPresenter()
            private let mainFrame = WKFrameInfo.stub(url: URL(string: "https://shop.example/order"), isMainFrame: true)
            private let frame = WKFrameInfo.stub(url: URL(string: "https://provider.example/"), isMainFrame: false)

            private func withPage(_ body: (WKWebView) async throws -> Void) async throws {
                let solver = WebViewSolver { [presenter] in presenter }
                let solve = Task { await solver.outcome() }
                try await body(await pages.load())
                solve.cancel()
                #expect(await solve.value == .cancelled)
            }

            @Test(
                "The main frame stays on the web, and only by itself goes elsewhere",
                arguments: [
                    ("https://shop.example/order", WKNavigationType.other, true),
                    ("https://shop.example/next", .linkActivated, true),
                    ("about:blank", .other, true),
                    ("https://id.example/redirected", .other, true),
                    ("https://id.example/form", .formSubmitted, true),
                    ("vk://open", .other, false),
                    ("itms-apps://store", .linkActivated, false),
                    ("tel:112", .linkActivated, false),
                    ("file:///etc/hosts", .other, false),
                    ("data:text/html,x", .other, false),
                    ("javascript:alert(1)", .linkActivated, false),
                ])
            func mainFrame(url: String, type: WKNavigationType, isAllowed: Bool) async throws {
                try await withPage { webView in
                    let policy = await webView.stubNavigate(
                        to: try #require(URL(string: url)), type: type, targetFrame: mainFrame)
                    #expect(policy == (isAllowed ? .allow : .cancel))
                    #expect(presenter.opened.isEmpty)
                }
            }

            @Test("A link to another origin opens outside")
            func link() async throws {
                try await withPage { webView in
                    let url = try #require(URL(string: "https://provider.example/privacy"))
                    #expect(
                        await webView.stubNavigate(to: url, type: .linkActivated, targetFrame: mainFrame) == .cancel)
                    #expect(presenter.opened == [url])
                }
            }

            @Test(
                "Frames within are the provider's",
                arguments: [
                    ("https://provider.example/frame", true), ("about:srcdoc", true), ("data:text/html,x", true),
                    ("blob:https://provider.example/1", true), ("vk://open", false), ("tel:112", false),
                ])
            func within(url: String, isAllowed: Bool) async throws {
                try await withPage { webView in
                    let policy = await webView.stubNavigate(
                        to: try #require(URL(string: url)), type: .linkActivated, targetFrame: frame)
                    #expect(policy == (isAllowed ? .allow : .cancel))
                }
            }

            @Test("A new window is a link that opens outside, and none but the web's")
            func newWindow() async throws {
                try await withPage { webView in
                    let url = try #require(URL(string: "https://provider.example/help"))
                    #expect(await webView.stubNavigate(to: url, type: .linkActivated, targetFrame: nil) == .allow)
                    #expect(webView.stubOpenWindow(url) == nil)
                    #expect(webView.stubOpenWindow(try #require(URL(string: "vk://open"))) == nil)
                    #expect(presenter.opened == [url])
                    #expect(!webView.configuration.preferences.javaScriptCanOpenWindowsAutomatically)
                }
            }

            @Test("A page that came as text and is reloaded is not asked of the server that it seems to come from")
            func reloaded() async throws {
                try await withPage { webView in
                    let url = try #require(webView.url)
                    try #require(await webView.stubNavigate(to: url, type: .reload, targetFrame: mainFrame) == .cancel)
                    #expect(await pages.load() === webView)
                    guard case .loadHTML = webView.stubEvents.last else {
                        return #expect(Bool(false), "it loads something else")
                    }
                    // A frame within is the provider's to reload.
                    #expect(await webView.stubNavigate(to: url, type: .reload, targetFrame: frame) == .allow)
                }
                let solver = WebViewSolver { [presenter] in presenter }
                let solve = Task { await solver.outcome(try CaptchaChallenge.vk()) }
                let webView = await pages.load()
                let url = try #require(webView.url)
                #expect(await webView.stubNavigate(to: url, type: .reload, targetFrame: mainFrame) == .allow)
                solve.cancel()
                _ = try await solve.value
            }

            @Test("Where a page has sent the person on, its messages count no more")
            func sentOn() async throws {
                try await withPage { webView in
                    let url = try #require(URL(string: "https://evil.example/"))
                    #expect(await webView.stubNavigate(to: url, targetFrame: mainFrame) == .allow)
                    webView.say("captchaDidFinish", "forged")
                    #expect(presenter.steps == ["attach", "show"])
                }
            }

            @Test("Links go to the person's browser unless the presenter says otherwise")
            func standard() async throws {
                let screen = Screen()
                let url = try #require(URL(string: "https://provider.example/privacy"))
                let solver = WebViewSolver()
                let solve = Task { await solver.outcome() }
                _ = await pages.load().stubOpenWindow(url)
                #if canImport(UIKit)
                    #expect(UIApplication.shared.stubOpened == [url])
                #else
                    #expect(NSWorkspace.shared.stubTakeOpened() == [url])
                #endif
                solve.cancel()
                _ = await solve.value
                _ = screen
            }
        }
    }
#endif
