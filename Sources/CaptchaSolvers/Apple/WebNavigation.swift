#if canImport(WebKit) && !os(tvOS) && !os(watchOS)
    import CaptchaRetry
    import Foundation

    /// Whether a captcha page may go somewhere.
    enum WebNavigation {
        case allow
        case refuse
        case openOutside

        /// - Parameters:
        ///   - url: Where it wants to go.
        ///   - isMainFrame: In the main frame or in one within; `nil` where it asks for a window of its own.
        ///   - isLink: Whether the person followed a link.
        ///   - origins: The page's own.
        init(url: URL, isMainFrame: Bool?, isLink: Bool, origins: Set<Origin>) {
            guard isMainFrame == true else {
                // Frames within are the provider's, and what becomes of a new window is decided when it is made.
                self =
                    Self.isWeb(url) || ["about", "data", "blob"].contains(url.scheme?.lowercased()) ? .allow : .refuse
                return
            }
            if url.scheme?.lowercased() == "about" {
                self = .allow
            } else if !Self.isWeb(url) {
                // Not even a link may start another app, or fill the page with what is no document of the web.
                self = .refuse
            } else if isLink, !(Origin(url).map(origins.contains) ?? false) {
                self = .openOutside
            } else {
                // A page may send the person on by itself, as VK's does. Messages from there do not count, since their
                // origin is another one.
                self = .allow
            }
        }

        /// Whether it is an `http` or `https` URL.
        static func isWeb(_ url: URL) -> Bool { ["http", "https"].contains(url.scheme?.lowercased()) }
    }
#endif
