public import Foundation

@MainActor
public protocol WKScriptMessageHandler: NSObjectProtocol {
    func userContentController(
        _ userContentController: WKUserContentController, didReceive message: WKScriptMessage)
}

/// Holds its handlers strongly, as WebKit does.
@MainActor
open class WKUserContentController: NSObject {
    private var handlers: [String: any WKScriptMessageHandler] = [:]
    open private(set) var userScripts: [WKUserScript] = []

    /// The names under which somebody listens.
    public var stubHandlerNames: Set<String> { Set(handlers.keys) }

    open func add(_ scriptMessageHandler: any WKScriptMessageHandler, name: String) {
        precondition(handlers[name] == nil, "WebKit throws an exception for a name that is taken")
        handlers[name] = scriptMessageHandler
    }

    open func removeScriptMessageHandler(forName name: String) { handlers[name] = nil }

    open func addUserScript(_ userScript: WKUserScript) { userScripts.append(userScript) }

    open func removeAllUserScripts() { userScripts = [] }

    func stubDeliver(_ message: WKScriptMessage) -> Bool {
        guard let handler = handlers[message.name] else { return false }
        handler.userContentController(self, didReceive: message)
        return true
    }
}

public enum WKUserScriptInjectionTime: Int, Sendable {
    case atDocumentStart = 0
    case atDocumentEnd = 1
}

@MainActor
open class WKUserScript: NSObject {
    open private(set) var source: String
    open private(set) var injectionTime: WKUserScriptInjectionTime
    open private(set) var isForMainFrameOnly: Bool

    public init(source: String, injectionTime: WKUserScriptInjectionTime, forMainFrameOnly: Bool) {
        self.source = source
        self.injectionTime = injectionTime
        isForMainFrameOnly = forMainFrameOnly
        super.init()
    }
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
