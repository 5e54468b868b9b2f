#if canImport(WebKit) && canImport(AppKit) && !canImport(UIKit)
    import AppKit

    extension PresentationAnchor {
        /// The window to show something beside, or `nil` if the app has none on the screen.
        var window: PlatformWindow? {
            let application = NSApplication.shared
            return Self.frontmost(windows) ?? application.keyWindow ?? application.mainWindow
                ?? Self.frontmost(application.windows)
        }

        private static func frontmost(_ windows: [PlatformWindow]) -> PlatformWindow? {
            windows.first { $0.isKeyWindow } ?? windows.first { $0.isVisible }
        }
    }
#endif
