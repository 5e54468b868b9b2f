public import Foundation

@MainActor
public protocol WKScriptMessageHandler: NSObjectProtocol {
    func userContentController(
        _ userContentController: WKUserContentController, didReceive message: WKScriptMessage)
}

@MainActor
open class WKScriptMessage: NSObject {
    open private(set) var body: Any
    open private(set) var name: String
    open private(set) var frameInfo: WKFrameInfo
    open private(set) weak var webView: WKWebView?

    init(body: Any, name: String, frameInfo: WKFrameInfo, webView: WKWebView) {
        self.body = body
        self.name = name
        self.frameInfo = frameInfo
        self.webView = webView
        super.init()
    }
}
