#if canImport(WebKit)
    import CaptchaRetry
    import CaptchaSolvers
    import Foundation
    import WebKit

    /// The web views that a test sees, each when it loads something.
    @MainActor
    final class Pages {
        private var loads: AsyncStream<WKWebView>.Iterator

        init() {
            let (stream, continuation) = AsyncStream<WKWebView>.makeStream()
            loads = stream.makeAsyncIterator()
            WKWebView.stubOnEvent = { webView, event in
                switch event {
                case .load, .loadHTML: continuation.yield(webView)
                case .reload, .stop, .script: break
                }
            }
        }

        /// Waits for a web view to load something.
        func load() async -> WKWebView {
            var iterator = loads
            defer { loads = iterator }
            guard let webView = await iterator.next(isolation: MainActor.shared) else { fatalError("it has no end") }
            return webView
        }
    }

    /// A presenter that notes what it is told.
    @MainActor
    final class NotingPresenter: WebViewPresenter {
        private(set) var steps: [String] = []
        private(set) var opened: [URL] = []
        private(set) var onEnd: (@MainActor (CaptchaHandlingError) -> Void)?
        var attachError: CaptchaHandlingError?
        /// Ends as soon as it is attached.
        var endsAtOnce: CaptchaHandlingError?

        func attach(
            _ webView: WKWebView, onEnd: @escaping @MainActor (CaptchaHandlingError) -> Void
        ) throws(CaptchaHandlingError) {
            steps.append("attach")
            if let attachError { throw attachError }
            self.onEnd = onEnd
            if let endsAtOnce { onEnd(endsAtOnce) }
        }

        func show() { steps.append("show") }
        func hide() { steps.append("hide") }
        func dismiss() { steps.append("dismiss") }
        func resize(to size: CGSize) { steps.append("resize \(size.width) \(size.height)") }
        func open(_ link: URL) { opened.append(link) }
    }

    extension WebViewSolver {
        func outcome(_ challenge: CaptchaChallenge = .smartCaptcha) async -> Outcome {
            do throws(CaptchaHandlingError) {
                return .token(try await solve(challenge).value)
            } catch {
                return .failed(error.code, error.reason)
            }
        }
    }

    extension CaptchaChallenge {
        static let smartCaptcha = widget(CaptchaWidget(provider: .smartCaptcha, siteKey: "ysc1_key"))

        static func widget(_ widget: CaptchaWidget) -> CaptchaChallenge {
            var widget = widget
            widget.page = URL(string: "https://shop.example/order")
            return CaptchaChallenge(scheme: "shop", prompt: .widget(widget))
        }

        static func vk() throws -> CaptchaChallenge {
            let page = URL(string: "https://id.vk.ru/not_robot_captcha?domain=vk.com&session_token=eyJ")
            guard let page else { throw CaptchaHandlingError(.unreadableChallenge) }
            return CaptchaChallenge(scheme: "vk", prompt: .page(page))
        }
    }

    extension WKWebView {
        /// The page of the shop, or SmartCaptcha's own, posts a message.
        func say(_ method: String, _ data: Any = "") {
            stubPost(["method": method, "data": data], to: "NativeClient")
        }

        func count(_ event: (StubEvent) -> Bool) -> Int { stubEvents.filter(event).count }

        /// How often it loaded something.
        var loadCount: Int {
            count {
                switch $0 {
                case .load, .loadHTML: true
                case .reload, .stop, .script: false
                }
            }
        }
    }
#endif
