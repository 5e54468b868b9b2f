#if canImport(WebKit) && !os(tvOS) && !os(watchOS)
    import CaptchaRetry
    import Foundation
    import WebKit

    #if canImport(CoreGraphics)
        import CoreGraphics
    #endif

    #if canImport(FoundationNetworking)
        import FoundationNetworking
    #endif

    #if canImport(UIKit)
        import UIKit
    #else
        import AppKit
    #endif

    /// A ``PageView`` that is a web view.
    @MainActor
    final class WebPageView: PageView {
        var onInput: (@MainActor (PageInput) -> Void)?
        /// Why the presenter could not keep the view on the screen.
        private(set) var presentationError: CaptchaHandlingError?

        private let page: CaptchaPage
        private let presenter: any WebViewPresenter
        private let webView: WKWebView
        private let events: WebViewEvents

        /// A view with a web view that has loaded nothing yet, out of sight.
        ///
        /// - Throws: ``CaptchaHandlingError`` if there is no screen.
        init(_ page: CaptchaPage, presenter: any WebViewPresenter) throws(CaptchaHandlingError) {
            self.page = page
            self.presenter = presenter
            let configuration = WKWebViewConfiguration()
            // A captcha needs no cookies of an earlier one, and what the page stores is nobody's business.
            configuration.websiteDataStore = .nonPersistent()
            // With it, `window.open` needs a click of the person's.
            configuration.preferences.javaScriptCanOpenWindowsAutomatically = false
            events = WebViewEvents(origins: page.origins)
            for name in page.messageHandlers { configuration.userContentController.add(events, name: name) }
            if let script = page.userScript {
                configuration.userContentController.addUserScript(
                    WKUserScript(source: script, injectionTime: .atDocumentStart, forMainFrameOnly: true))
            }
            webView = WKWebView(frame: CGRect(x: 0, y: 0, width: 390, height: 640), configuration: configuration)
            webView.navigationDelegate = events
            webView.uiDelegate = events
            // The web view's controller holds the events object for as long as it lives, so that one holds nobody.
            events.onInput = { [weak self] in self?.onInput?($0) }
            events.onLink = { [weak presenter] in presenter?.open($0) }
            // On macOS the context menu has it, and the web view would ask the base URL's server for the document.
            if case .html = page.content { events.onReload = { [weak self] in self?.reload() } }
            do throws(CaptchaHandlingError) {
                try presenter.attach(webView) { [weak self] in self?.end($0) }
            } catch {
                takeDown()
                throw error
            }
        }

        func load(_ page: CaptchaPage) {
            loadContent()
            // The presenter may have ended before anybody listened.
            if presentationError != nil { onInput?(.closedByPerson) }
        }

        /// Loads the content once more: a web view cannot reload what was never there, nor a document that came as a
        /// string.
        func reload() { loadContent() }

        func evaluate(_ script: String) { webView.evaluateJavaScript(script) }

        func show() { presenter.show() }

        func hide() { presenter.hide() }

        func resize(width: Double, height: Double) { presenter.resize(to: CGSize(width: width, height: height)) }

        func close() {
            takeDown()
            presenter.dismiss()
        }

        private func loadContent() {
            switch page.content {
            case .html(let text, let baseURL): webView.loadHTMLString(text, baseURL: baseURL)
            case .address(let url): webView.load(URLRequest(url: url))
            }
        }

        private func takeDown() {
            events.onInput = nil
            events.onLink = nil
            events.onReload = nil
            webView.navigationDelegate = nil
            webView.uiDelegate = nil
            webView.stopLoading()
            for name in page.messageHandlers {
                webView.configuration.userContentController.removeScriptMessageHandler(forName: name)
            }
            webView.configuration.userContentController.removeAllUserScripts()
        }

        private func end(_ error: CaptchaHandlingError) {
            guard presentationError == nil else { return }
            presentationError = error
            onInput?(.closedByPerson)
        }
    }
#endif
