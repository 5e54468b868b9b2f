#if canImport(WebKit) && !os(tvOS) && !os(watchOS)
    import CaptchaRetry
    import Foundation
    import WebKit

    #if canImport(FoundationNetworking)
        import FoundationNetworking
    #endif

    /// Turns what a web view reports into ``PageInput``.
    ///
    /// It is all of a web view's delegates in one object that knows nobody but two closures: a
    /// `WKUserContentController` keeps its handlers alive, and whatever they know with them.
    @MainActor
    final class WebViewEvents: NSObject, WKScriptMessageHandler, WKNavigationDelegate, WKUIDelegate {
        var onInput: (@MainActor (PageInput) -> Void)?
        /// Told of links that lead out of the page.
        var onLink: (@MainActor (URL) -> Void)?
        /// Told when the person has the page reloaded, in place of the web view doing so; without it, that does.
        var onReload: (@MainActor () -> Void)?

        private let origins: Set<Origin>

        init(origins: Set<Origin>) {
            self.origins = origins
            super.init()
        }

        func userContentController(
            _ userContentController: WKUserContentController, didReceive message: WKScriptMessage
        ) {
            let frame = message.frameInfo
            let origin = frame.securityOrigin
            onInput?(
                .message(
                    PageMessage(
                        body: message.body, handler: message.name, isMainFrame: frame.isMainFrame,
                        scheme: origin.protocol, host: origin.host, port: origin.port)))
        }

        func webView(_ webView: WKWebView, didFinish navigation: WKNavigation!) { onInput?(.navigationFinished) }

        func webView(_ webView: WKWebView, didFail navigation: WKNavigation!, withError error: any Error) {
            failed(error)
        }

        func webView(
            _ webView: WKWebView, didFailProvisionalNavigation navigation: WKNavigation!, withError error: any Error
        ) {
            failed(error)
        }

        func webViewWebContentProcessDidTerminate(_ webView: WKWebView) { onInput?(.processTerminated) }

        // The asynchronous forms: the types of the decision handlers changed from one SDK to the next, and a method
        // that matches an optional requirement only nearly is never called.
        func webView(
            _ webView: WKWebView, decidePolicyFor navigationAction: WKNavigationAction
        ) async -> WKNavigationActionPolicy {
            guard let url = navigationAction.request.url else { return .cancel }
            let isMainFrame = navigationAction.targetFrame?.isMainFrame
            if isMainFrame == true, navigationAction.navigationType == .reload, onReload != nil {
                // Not from in here, where the answer would stop the new load as well.
                Task { [weak self] in self?.onReload?() }
                return .cancel
            }
            let decision = WebNavigation(
                url: url, isMainFrame: isMainFrame,
                isLink: navigationAction.navigationType == .linkActivated, origins: origins)
            switch decision {
            case .allow: return .allow
            case .refuse: return .cancel
            case .openOutside:
                onLink?(url)
                return .cancel
            }
        }

        func webView(
            _ webView: WKWebView, decidePolicyFor navigationResponse: WKNavigationResponse
        ) async -> WKNavigationResponsePolicy {
            // An error page loads as well as any other.
            if navigationResponse.isForMainFrame, let response = navigationResponse.response as? HTTPURLResponse {
                onInput?(.answered(status: response.statusCode))
            }
            return .allow
        }

        /// The page opens a window: a captcha has no use for one, so it is a link that leads out.
        func webView(
            _ webView: WKWebView, createWebViewWith configuration: WKWebViewConfiguration,
            for navigationAction: WKNavigationAction, windowFeatures: WKWindowFeatures
        ) -> WKWebView? {
            if let url = navigationAction.request.url, WebNavigation.isWeb(url) { onLink?(url) }
            return nil
        }

        func webViewDidClose(_ webView: WKWebView) { onInput?(.closedByPerson) }

        private func failed(_ error: any Error) {
            let error = error as NSError
            onInput?(.navigationFailed(domain: error.domain, code: error.code))
        }
    }
#endif
