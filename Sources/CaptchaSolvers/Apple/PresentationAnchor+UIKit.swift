#if canImport(WebKit) && canImport(UIKit) && !os(tvOS) && !os(watchOS)
    import UIKit

    extension PresentationAnchor {
        /// The window to show something in, or `nil` while the app is in the background.
        ///
        /// It goes by scenes: the key window of an app with several scenes may well be one that nobody looks at.
        var window: PlatformWindow? {
            let all = UIApplication.shared.connectedScenes.compactMap { $0 as? UIWindowScene }.flatMap(\.windows)
            // Scenes have no order, and on a further screen there may be one without a keyboard.
            let keyFirst = all.filter(\.isKeyWindow) + all.filter { !$0.isKeyWindow }
            return Self.frontmost(windows) ?? Self.frontmost(keyFirst)
        }

        /// The window for a browser session.
        var sessionWindow: PlatformWindow? { window }

        private static func frontmost(_ windows: [PlatformWindow]) -> PlatformWindow? {
            let visible = windows.filter { !$0.isHidden }
            // Inactive is what a scene is while a system alert covers it, or while the app is just coming up.
            return visible.first { $0.windowScene?.activationState == .foregroundActive }
                ?? visible.first { $0.windowScene?.activationState == .foregroundInactive }
        }
    }
#endif
