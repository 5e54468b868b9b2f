#if canImport(WebKit)
    import CaptchaRetry
    import CaptchaSolvers
    import Foundation
    import SwiftUI
    import Testing
    import WebKit

    #if canImport(UIKit)
        import UIKit
    #else
        import AppKit
    #endif

    /// The presenter of the documentation, with a card as simple as it gets.
    private final class CardPresenter: WebViewPresenter {
        private let card: CardView
        private var webView: WKWebView?

        init(card: CardView) { self.card = card }

        func attach(_ webView: WKWebView, onEnd: @escaping @MainActor (CaptchaHandlingError) -> Void) {
            self.webView = webView
            card.onClose = { onEnd(CaptchaHandlingError(.dismissed)) }
            card.hold(webView, isVisible: false)
        }
        func show() { card.isVisible = true }
        func hide() { card.isVisible = false }
        func dismiss() { webView?.removeFromSuperview() }
    }

    @MainActor
    private final class CardView {
        var onClose: (@MainActor () -> Void)?
        var isVisible = false
        private weak var held: WKWebView?

        func hold(_ webView: WKWebView, isVisible: Bool) {
            held = webView
            self.isVisible = isVisible
        }
    }

    private struct ContentView: View {
        let anchor: PresentationAnchor
        var body: some View { EmptyView().captchaAnchor(anchor) }
    }

    extension AppleShells {
        @Suite("Examples of the documentation", .serialized)
        @MainActor
        struct ReadmeTests {
            private let pages = Pages()
            private let screen = Screen()

            @Test("A presenter of one's own closes with its card")
            func card() async {
                let card = CardView()
                let solver = WebViewSolver { CardPresenter(card: card) }
                let solve = Task { await solver.outcome() }
                _ = await pages.load()
                #expect(card.isVisible)
                card.onClose?()
                #expect(await solve.value == .dismissed)
            }

            @Test("A page of one's own choice, in the window of a SwiftUI view")
            func invisible() async {
                let anchor = PresentationAnchor()
                let mark = ContentView(anchor: anchor).body.stubAppear(in: screen.window)
                #expect(mark != nil)
                var parameters = SmartCaptchaParameters(siteKey: "ysc1_key")
                parameters.isInvisible = true
                let solver = WebViewSolver(
                    anchor: anchor,
                    page: { [parameters] _ throws(CaptchaHandlingError) in try .hostedSmartCaptcha(parameters) })
                let solve = Task { await solver.outcome() }
                let webView = await pages.load()
                webView.say("captchaDidFinish", "token")
                #expect(await solve.value == .token("token"))
            }
        }
    }
#endif
