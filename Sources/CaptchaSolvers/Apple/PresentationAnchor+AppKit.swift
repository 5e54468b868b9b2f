#if canImport(WebKit) && canImport(AppKit) && !canImport(UIKit)
    import AppKit
    import Foundation

    #if canImport(CoreGraphics)
        import CoreGraphics
    #endif

    extension PresentationAnchor {
        /// The window to show something beside, or `nil` if the app has none on the screen.
        var window: PlatformWindow? {
            let application = NSApplication.shared
            return Self.frontmost(windows) ?? application.keyWindow ?? application.mainWindow
                ?? Self.frontmost(application.windows)
        }

        /// The window for a browser session; an empty one for an app that has none, as those in the menu bar: the page
        /// opens in the person's browser anyway.
        var sessionWindow: PlatformWindow? {
            window ?? NSWindow(contentRect: NSRect(), styleMask: [], backing: .buffered, defer: true)
        }

        private static func frontmost(_ windows: [PlatformWindow]) -> PlatformWindow? {
            // An invisible one may be that of a captcha which has nothing to show yet.
            windows.first { $0.isKeyWindow } ?? windows.first { $0.isVisible && $0.alphaValue > 0 }
        }
    }
#endif
