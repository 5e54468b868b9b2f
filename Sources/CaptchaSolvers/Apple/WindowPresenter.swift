// Not compiled against Apple's SDK so far, only against the stand-ins in Tests/AppleStubs.
#if canImport(WebKit) && canImport(AppKit) && !canImport(UIKit)
    public import AppKit
    public import CaptchaRetry
    public import Foundation
    public import WebKit

    #if canImport(CoreGraphics)
        import CoreGraphics
    #endif

    /// Shows a captcha page in a window of its own, which stays with the app's window for as long as there is that one.
    @MainActor
    public final class WindowPresenter: NSObject, WebViewPresenter, NSWindowDelegate {
        private let anchor: PresentationAnchor
        private let title: String
        private var window: NSWindow?
        private var isClosing = false
        private var parentClosing: (any NSObjectProtocol)?
        private var onEnd: (@MainActor (CaptchaHandlingError) -> Void)?

        /// A presenter for one page.
        ///
        /// - Parameters:
        ///   - anchor: Which of the app's windows it stays with. It needs none.
        ///   - title: The title of the window.
        public init(anchor: PresentationAnchor = .application, title: String = "") {
            self.anchor = anchor
            self.title = title
            super.init()
        }

        /// Puts the view into a window that is there, but neither visible nor in any menu. It never throws.
        public func attach(
            _ webView: WKWebView, onEnd: @escaping @MainActor (CaptchaHandlingError) -> Void
        ) throws(CaptchaHandlingError) {
            let window = NSWindow(
                contentRect: NSRect(x: 0, y: 0, width: 480, height: 640), styleMask: [.titled, .closable, .resizable],
                backing: .buffered, defer: false)
            // Else closing it frees it once too often.
            window.isReleasedWhenClosed = false
            window.title = title
            window.contentView = webView
            window.delegate = self
            self.window = window
            self.onEnd = onEnd
            conceal(window)
        }

        /// Brings the window to the front, beside the app's own.
        public func show() {
            guard let window else { return }
            window.alphaValue = 1
            window.ignoresMouseEvents = false
            window.isExcludedFromWindowsMenu = false
            window.collectionBehavior = []
            window.center()
            // One that cannot be the main window is a menu's, or a panel that goes as soon as it has lost the keyboard.
            if window.parent == nil, let parent = anchor.window, parent !== window, parent.canBecomeMain {
                attach(window, to: parent)
            }
            window.makeKeyAndOrderFront(nil)
        }

        /// Makes the window invisible, and lets the page run on.
        public func hide() {
            guard let window else { return }
            let parent = window.parent
            detach(window)
            conceal(window)
            // Else the person would go on typing into a window that they don't see.
            if window.isKeyWindow { parent?.makeKey() }
        }

        /// Closes the window.
        public func dismiss() {
            guard let window else { return }
            self.window = nil
            onEnd = nil
            detach(window)
            window.contentView = nil
            if !isClosing { window.close() }
        }

        /// The window gets as large as the page, within reason; 0 leaves a side as it is.
        public func resize(to size: CGSize) {
            guard let window, let current = window.contentView?.frame.size else { return }
            let sides = [(size.width, current.width), (size.height, current.height)].map { wanted, current in
                wanted > 0 ? min(max(wanted, 320), 1_000) : current
            }
            window.setContentSize(NSSize(width: sides[0], height: sides[1]))
        }

        /// The person closed the window.
        public func windowWillClose(_ notification: Notification) {
            // Whoever is told dismisses it at once, from in here.
            isClosing = true
            onEnd?(CaptchaHandlingError(.dismissed))
        }

        /// Whichever window leaves the screen takes its children along, and tells them nothing.
        private func attach(_ window: NSWindow, to parent: NSWindow) {
            parent.addChildWindow(window, ordered: .above)
            parentClosing = NotificationCenter.default.addObserver(
                forName: NSWindow.willCloseNotification, object: parent, queue: nil
            ) { [weak self] _ in
                MainActor.assumeIsolated {
                    guard let self, let window = self.window else { return }
                    self.detach(window)
                }
            }
        }

        private func detach(_ window: NSWindow) {
            window.parent?.removeChildWindow(window)
            if let parentClosing { NotificationCenter.default.removeObserver(parentClosing) }
            parentClosing = nil
        }

        /// A window that was never ordered in counts as covered, and the system suspends the page in it.
        private func conceal(_ window: NSWindow) {
            window.alphaValue = 0
            window.ignoresMouseEvents = true
            window.isExcludedFromWindowsMenu = true
            window.collectionBehavior = [.transient, .ignoresCycle]
            window.orderBack(nil)
        }
    }
#endif
