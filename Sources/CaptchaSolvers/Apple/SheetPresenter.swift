// Not compiled against Apple's SDK so far, only against the stand-ins in Tests/AppleStubs.
#if canImport(WebKit) && canImport(UIKit) && !os(tvOS) && !os(watchOS)
    public import CaptchaRetry
    public import Foundation
    public import UIKit
    public import WebKit

    #if canImport(CoreGraphics)
        import CoreGraphics
    #endif

    /// Shows a captcha page in a sheet over whatever the app shows.
    ///
    /// Swiping the sheet down, or its button, closes it. The sheet goes over the topmost view controller of the
    /// window; a transition that is running there is waited for.
    @MainActor
    public final class SheetPresenter: NSObject, WebViewPresenter, UIAdaptivePresentationControllerDelegate {
        private let anchor: PresentationAnchor
        private let title: String?
        private var window: UIWindow?
        private var webView: WKWebView?
        private var sheet: SheetController?
        private var isWanted = false
        private var size: CGSize?
        private var onEnd: (@MainActor (CaptchaHandlingError) -> Void)?

        /// A presenter for one page.
        ///
        /// - Parameters:
        ///   - anchor: In which of the app's windows the sheet appears.
        ///   - title: What stands above the page, or `nil` for nothing.
        public init(anchor: PresentationAnchor = .application, title: String? = nil) {
            self.anchor = anchor
            self.title = title
            super.init()
        }

        /// Puts the view behind everything else in the window, invisible.
        ///
        /// - Throws: ``CaptchaHandlingError`` with the code ``CaptchaHandlingError/Code/noSolverForPrompt`` if the app
        ///   has no window in the foreground.
        public func attach(
            _ webView: WKWebView, onEnd: @escaping @MainActor (CaptchaHandlingError) -> Void
        ) throws(CaptchaHandlingError) {
            guard let window = anchor.window else {
                throw CaptchaHandlingError(.noSolverForPrompt, reason: "the app has no window in the foreground")
            }
            self.window = window
            self.webView = webView
            self.onEnd = onEnd
            conceal(webView, in: window)
        }

        /// Presents the sheet.
        public func show() {
            isWanted = true
            settle()
        }

        /// Takes the sheet down, and puts the view behind everything else again.
        public func hide() {
            isWanted = false
            if let webView, let window { conceal(webView, in: window) }
            settle()
        }

        /// Takes the sheet down, and the view out of the window.
        public func dismiss() {
            isWanted = false
            onEnd = nil
            webView?.removeFromSuperview()
            webView = nil
            window = nil
            settle()
        }

        /// Has the sheet as large as the page, where sheets have a size of their own and the page says both sides.
        public func resize(to size: CGSize) {
            guard size.width > 0, size.height > 0 else { return }
            self.size = size
            sheet?.preferredContentSize = size
        }

        /// The person swiped the sheet down.
        public func presentationControllerDidDismiss(_ presentationController: UIPresentationController) {
            lost(presentationController.presentedViewController)
        }

        /// Brings the screen in line with what is wanted, as soon as UIKit takes orders: during a transition it drops
        /// them.
        private func settle() {
            if let sheet, isWanted {
                webView.map(sheet.hold)
            } else if let sheet {
                if wait(for: sheet) { return }
                self.sheet = nil
                sheet.presentingViewController?.dismiss(animated: true)
            } else if isWanted {
                present()
            }
        }

        private func present() {
            guard let webView, let top = topmost() else {
                return end(.solverFailed, "the window has no view controller to show a sheet over")
            }
            if wait(for: top) { return }
            let sheet = SheetController.make(title: title) { [weak self] in self?.lost($0) }
            sheet.hold(webView)
            if let size { sheet.preferredContentSize = size }
            sheet.presentationController?.delegate = self
            self.sheet = sheet
            top.present(sheet, animated: true)
            // Set at once where UIKit takes the order; where it does not, nothing else would tell.
            if sheet.presentingViewController == nil {
                self.sheet = nil
                end(.solverFailed, "the sheet could not be shown")
            }
        }

        /// Settles later, if a transition is running.
        private func wait(for controller: UIViewController) -> Bool {
            guard let coordinator = controller.transitionCoordinator else { return false }
            // Strongly, or a sheet would stay whose presenter is gone.
            return coordinator.animate(alongsideTransition: nil) { _ in self.settle() }
        }

        /// A sheet is gone, or has to go, without the page's doing.
        private func lost(_ gone: UIViewController) {
            // That of an earlier showing may be heard of when the next one is up.
            guard let sheet, sheet === gone else { return }
            if sheet.presentingViewController == nil { self.sheet = nil }
            if isWanted { end(.dismissed, nil) }
            settle()
        }

        private func end(_ code: CaptchaHandlingError.Code, _ reason: String?) {
            isWanted = false
            onEnd?(CaptchaHandlingError(code, reason: reason))
        }

        private func topmost() -> UIViewController? {
            var top = window?.rootViewController
            while let next = top?.presentedViewController { top = next }
            return top
        }

        private func conceal(_ webView: WKWebView, in window: UIWindow) {
            // The view stays in the window, and else the keyboard would, for a field that nobody sees.
            webView.endEditing(true)
            webView.frame = window.bounds
            webView.alpha = 0
            webView.isUserInteractionEnabled = false
            webView.accessibilityElementsHidden = true
            window.insertSubview(webView, at: 0)
        }
    }
#endif
