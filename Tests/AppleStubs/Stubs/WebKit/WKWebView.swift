public import Foundation

#if canImport(FoundationNetworking)
    public import FoundationNetworking
#endif

#if canImport(UIKit)
    public import UIKit

    public typealias StubPlatformView = UIView
#else
    public import AppKit

    public typealias StubPlatformView = NSView
#endif

/// A web view without a web: it notes what it is told, and a test says what the page does.
@MainActor
open class WKWebView: StubPlatformView {
    /// What happened to a web view.
    public enum StubEvent: Equatable, Sendable {
        case load(URLRequest)
        case loadHTML(String, baseURL: URL?)
        case reload
        case stop
        case script(String)
    }

    /// Called after every event of every web view.
    public static var stubOnEvent: (@MainActor (WKWebView, StubEvent) -> Void)?

    open private(set) var configuration: WKWebViewConfiguration
    open weak var navigationDelegate: (any WKNavigationDelegate)?
    open weak var uiDelegate: (any WKUIDelegate)?
    open private(set) var url: URL?
    open private(set) var isLoading = false

    public private(set) var stubEvents: [StubEvent] = []

    public init(frame: CGRect, configuration: WKWebViewConfiguration) {
        self.configuration = configuration
        super.init(frame: frame)
    }

    public required init?(coder: NSCoder) { nil }

    @discardableResult
    open func load(_ request: URLRequest) -> WKNavigation? {
        url = request.url
        isLoading = true
        note(.load(request))
        return WKNavigation()
    }

    @discardableResult
    open func loadHTMLString(_ string: String, baseURL: URL?) -> WKNavigation? {
        url = baseURL
        isLoading = true
        note(.loadHTML(string, baseURL: baseURL))
        return WKNavigation()
    }

    @discardableResult
    open func reload() -> WKNavigation? {
        isLoading = true
        note(.reload)
        return WKNavigation()
    }

    open func stopLoading() {
        isLoading = false
        note(.stop)
    }

    open func evaluateJavaScript(
        _ javaScriptString: String, completionHandler: (@MainActor @Sendable (Any?, (any Error)?) -> Void)? = nil
    ) {
        note(.script(javaScriptString))
        completionHandler?(nil, nil)
    }

    private func note(_ event: StubEvent) {
        stubEvents.append(event)
        Self.stubOnEvent?(self, event)
    }
}

extension WKWebView {
    /// The page posts a message: `window.webkit.messageHandlers.<name>.postMessage(body)`.
    ///
    /// - Returns: Whether anybody listens under this name.
    @discardableResult
    public func stubPost(_ body: Any, to name: String, from frame: WKFrameInfo? = nil) -> Bool {
        let message = WKScriptMessage(
            body: body, name: name, frameInfo: frame ?? .stub(url: url, isMainFrame: true), webView: self)
        return configuration.userContentController.stubDeliver(message)
    }

    public func stubFinish() {
        isLoading = false
        navigationDelegate?.webView(self, didFinish: WKNavigation())
    }

    public func stubFail(_ error: any Error) {
        isLoading = false
        navigationDelegate?.webView(self, didFail: WKNavigation(), withError: error)
    }

    public func stubFailProvisionally(_ error: any Error) {
        isLoading = false
        navigationDelegate?.webView(self, didFailProvisionalNavigation: WKNavigation(), withError: error)
    }

    public func stubTerminate() { navigationDelegate?.webViewWebContentProcessDidTerminate(self) }

    /// Asks whether the page may go there, and goes if it may.
    public func stubNavigate(
        to url: URL, type: WKNavigationType = .other, targetFrame: WKFrameInfo?
    ) async -> WKNavigationActionPolicy {
        let action = WKNavigationAction(
            request: URLRequest(url: url), navigationType: type, targetFrame: targetFrame,
            sourceFrame: .stub(url: self.url, isMainFrame: true))
        let policy = await navigationDelegate?.webView(self, decidePolicyFor: action) ?? .allow
        if policy == .allow, targetFrame?.isMainFrame == true { self.url = url }
        return policy
    }

    /// The server answers with this status.
    public func stubRespond(status: Int, isForMainFrame: Bool = true) async -> WKNavigationResponsePolicy {
        guard let url, let response = HTTPURLResponse(url: url, statusCode: status, httpVersion: nil, headerFields: nil)
        else { return .cancel }
        return await navigationDelegate?.webView(
            self, decidePolicyFor: WKNavigationResponse(response: response, isForMainFrame: isForMainFrame)) ?? .allow
    }

    /// The page calls `window.open`, or a link has a target of its own.
    public func stubOpenWindow(_ url: URL, type: WKNavigationType = .linkActivated) -> WKWebView? {
        let action = WKNavigationAction(
            request: URLRequest(url: url), navigationType: type, targetFrame: nil,
            sourceFrame: .stub(url: self.url, isMainFrame: true))
        return uiDelegate?.webView(
            self, createWebViewWith: configuration, for: action, windowFeatures: WKWindowFeatures())
    }

    public func stubClose() { uiDelegate?.webViewDidClose(self) }
}
