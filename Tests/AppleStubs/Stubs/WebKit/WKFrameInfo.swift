public import Foundation

@MainActor
open class WKSecurityOrigin: NSObject {
    open private(set) var `protocol`: String
    open private(set) var host: String
    /// 0 where the URL names no port, or the default one.
    open private(set) var port: Int

    init(protocol: String, host: String, port: Int) {
        self.protocol = `protocol`
        self.host = host
        self.port = port
        super.init()
    }
}

@MainActor
open class WKFrameInfo: NSObject {
    open private(set) var isMainFrame: Bool
    open private(set) var securityOrigin: WKSecurityOrigin

    init(isMainFrame: Bool, securityOrigin: WKSecurityOrigin) {
        self.isMainFrame = isMainFrame
        self.securityOrigin = securityOrigin
        super.init()
    }

    /// A frame that shows this URL; without one its origin is opaque, with empty texts.
    public static func stub(url: URL?, isMainFrame: Bool) -> WKFrameInfo {
        let scheme = url?.scheme ?? ""
        let port = url?.port ?? 0
        let isDefault = (scheme == "https" && port == 443) || (scheme == "http" && port == 80)
        return WKFrameInfo(
            isMainFrame: isMainFrame,
            securityOrigin: WKSecurityOrigin(protocol: scheme, host: url?.host ?? "", port: isDefault ? 0 : port))
    }
}
