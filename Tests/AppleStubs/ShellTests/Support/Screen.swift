#if canImport(WebKit)
    import CaptchaSolvers
    import Foundation

    #if canImport(UIKit)
        import UIKit
    #else
        import AppKit
    #endif

    /// The screen of the stub application, with one window in front.
    @MainActor
    struct Screen {
        let window: PresentationAnchor.PlatformWindow

        #if canImport(UIKit)
            let root = UIViewController()

            init(_ state: UIScene.ActivationState = .foregroundActive) {
                UIApplication.shared.stubReset()
                UIViewController.stubAnimates = false
                UIViewController.stubForgetsPresenterLate = false
                window = Self.window(state, root)
            }

            /// One more window of the application, in a scene of its own.
            static func window(
                _ state: UIScene.ActivationState = .foregroundActive, _ root: UIViewController = UIViewController(),
                isKey: Bool = true
            ) -> UIWindow {
                let window = UIWindow(windowScene: .stub(state))
                window.rootViewController = root
                if isKey { window.makeKeyAndVisible() } else { window.isHidden = false }
                return window
            }

            static func empty() { UIApplication.shared.stubReset() }
        #else
            init() {
                NSApplication.shared.stubReset()
                window = Self.window()
            }

            /// One more window of the application, which gets the key window.
            static func window() -> NSWindow {
                let window = NSWindow(
                    contentRect: NSRect(x: 0, y: 0, width: 800, height: 600), styleMask: [.titled], backing: .buffered,
                    defer: false)
                window.contentView = NSView(frame: window.frame)
                window.makeKeyAndOrderFront(nil)
                return window
            }

            static func empty() { NSApplication.shared.stubReset() }
        #endif
    }

    extension Screen {
        /// The person turns to the window.
        func bringToFront() {
            #if canImport(UIKit)
                window.makeKeyAndVisible()
            #else
                window.makeKeyAndOrderFront(nil)
            #endif
        }
    }

    extension PresentationAnchor.PlatformWindow {
        /// A view that is in the window.
        var anyView: PresentationAnchor.PlatformView? {
            #if canImport(UIKit)
                rootViewController?.view
            #else
                contentView
            #endif
        }
    }
#endif
