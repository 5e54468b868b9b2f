// Not compiled against Apple's SDK so far, only against the stand-ins in Tests/AppleStubs.
#if canImport(WebKit) && !os(tvOS) && !os(watchOS)
    #if canImport(UIKit)
        public import UIKit
    #else
        public import AppKit
    #endif

    /// Where on the person's screen captchas appear.
    ///
    /// An app with one window needs none: ``application`` finds the window that the person has in front of them. With
    /// several windows, make an anchor, give it to the solver, and tell it of the views that send requests:
    ///
    /// ```swift
    /// let anchor = PresentationAnchor()
    /// let solver = WebViewSolver(anchor: anchor)
    ///
    /// anchor.add(viewController.view)          // UIKit and AppKit
    /// ContentView().captchaAnchor(anchor)      // SwiftUI
    /// ```
    @MainActor
    public final class PresentationAnchor {
        #if canImport(UIKit)
            /// A view of the platform.
            public typealias PlatformView = UIView
            /// A window of the platform.
            public typealias PlatformWindow = UIWindow
        #else
            /// A view of the platform.
            public typealias PlatformView = NSView
            /// A window of the platform.
            public typealias PlatformWindow = NSWindow
        #endif

        private struct Entry {
            weak var view: PlatformView?
        }

        /// The anchor that knows no views: whichever window of the app is in front.
        public nonisolated static let application = PresentationAnchor()

        private var entries: [Entry] = []

        /// An anchor that knows no views yet.
        public nonisolated init() {}

        /// Captchas may appear in the window that this view is in, now or later. The view is not kept alive.
        ///
        /// Of several, one whose window is in front is taken, the latest first; where none is, ``application`` is.
        public func add(_ view: PlatformView) {
            entries.removeAll { $0.view == nil || $0.view === view }
            entries.append(Entry(view: view))
        }

        /// The same for a view that may be known already and has not moved to the front since.
        func keep(_ view: PlatformView) {
            if !entries.contains(where: { $0.view === view }) { add(view) }
        }

        /// The windows of the views, the latest first.
        var windows: [PlatformWindow] { entries.reversed().compactMap { $0.view?.window } }
    }
#endif
