// Not compiled against Apple's SDK so far, only against the stand-ins in Tests/AppleStubs.
#if canImport(WebKit) && !os(tvOS) && !os(watchOS)
    public import CaptchaRetry
    public import Foundation
    public import WebKit

    #if canImport(CoreGraphics)
        import CoreGraphics
    #endif

    #if canImport(UIKit)
        import UIKit
    #else
        import AppKit
    #endif

    /// Puts a web view on the person's screen: in a sheet, in a window, or in a place of your own.
    ///
    /// A ``WebViewSolver`` makes one presenter for each page that it shows, and calls it in this order:
    /// ``attach(_:onEnd:)`` once; then, unless that throws, ``show()`` and ``hide()`` any number of times, in turns; and
    /// ``dismiss()`` once. ``SheetPresenter`` and ``WindowPresenter`` are ready-made.
    ///
    /// ```swift
    /// final class CardPresenter: WebViewPresenter {
    ///     private let card: CardView                    // a view of yours, with a button to close it
    ///     private var webView: WKWebView?
    ///
    ///     init(card: CardView) { self.card = card }
    ///
    ///     func attach(_ webView: WKWebView, onEnd: @escaping @MainActor (CaptchaHandlingError) -> Void) {
    ///         self.webView = webView
    ///         card.onClose = { onEnd(CaptchaHandlingError(.dismissed)) }
    ///         card.hold(webView, isVisible: false)
    ///     }
    ///     func show() { card.isVisible = true }
    ///     func hide() { card.isVisible = false }
    ///     func dismiss() { webView?.removeFromSuperview() }
    /// }
    /// ```
    @MainActor
    public protocol WebViewPresenter: AnyObject {
        /// Puts the view where it loads and runs its scripts, but where the person neither sees nor reaches it.
        ///
        /// A view that is in no window at all may be suspended by the system.
        ///
        /// - Parameters:
        ///   - webView: The view. Its size is the presenter's to choose; give it the one that it is shown with, if you
        ///     can.
        ///   - onEnd: Whom to tell if it cannot stay: with ``CaptchaHandlingError/Code/dismissed`` when the person
        ///     closes it, with ``CaptchaHandlingError/Code/solverFailed`` and a reason when it cannot be shown. It
        ///     may be called more than once, and after ``dismiss()``; only the first call counts.
        /// - Throws: ``CaptchaHandlingError`` with the code ``CaptchaHandlingError/Code/noSolverForPrompt`` if there
        ///   is no screen to show it on.
        func attach(
            _ webView: WKWebView, onEnd: @escaping @MainActor (CaptchaHandlingError) -> Void
        ) throws(CaptchaHandlingError)

        /// Brings the view before the person.
        func show()

        /// Takes the view out of sight, and lets it run on.
        func hide()

        /// Takes the view off the screen for good, and lets go of it.
        func dismiss()

        /// The page takes up this much room, in points; 0 where it does not say.
        func resize(to size: CGSize)

        /// Shows a link of the page, such as that to a privacy policy, outside of the web view.
        func open(_ link: URL)
    }

    extension WebViewPresenter {
        /// Does nothing.
        public func resize(to size: CGSize) {}

        /// Opens the link in the person's browser.
        public func open(_ link: URL) {
            #if canImport(UIKit)
                UIApplication.shared.open(link)
            #else
                NSWorkspace.shared.open(link)
            #endif
        }
    }
#endif
