public import Foundation

@MainActor
open class WKWebsiteDataStore: NSObject {
    private static let defaultStore = WKWebsiteDataStore(isPersistent: true)

    open private(set) var isPersistent: Bool

    private init(isPersistent: Bool) {
        self.isPersistent = isPersistent
        super.init()
    }

    open class func `default`() -> WKWebsiteDataStore { defaultStore }

    open class func nonPersistent() -> WKWebsiteDataStore { WKWebsiteDataStore(isPersistent: false) }
}

@MainActor
open class WKPreferences: NSObject {
    open var javaScriptCanOpenWindowsAutomatically = false
}

@MainActor
open class WKWebViewConfiguration: NSObject {
    open var userContentController = WKUserContentController()
    open var websiteDataStore = WKWebsiteDataStore.default()
    open var preferences = WKPreferences()

    // The superclass's initialiser is not isolated, and neither would be an inherited one.
    public init(stub: Void = ()) { super.init() }
}
