public import Foundation

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
