#if canImport(WebKit) && canImport(UIKit) && !os(tvOS) && !os(watchOS)
    import Foundation
    import UIKit
    import WebKit

    #if canImport(CoreGraphics)
        import CoreGraphics
    #endif

    /// The sheet that a captcha page stands in: a title, and a button to close it, which not every system's sheets can
    /// do without.
    @MainActor
    final class SheetController: UINavigationController {
        private var onGone: (@MainActor (UIViewController) -> Void)?

        /// - Parameter onGone: Called with the sheet when the button is used, and when it has disappeared.
        static func make(title: String?, onGone: @escaping @MainActor (UIViewController) -> Void) -> SheetController {
            let content = UIViewController()
            content.title = title
            // Else the app shines through until the page has something to show.
            content.view?.backgroundColor = .systemBackground
            let sheet = SheetController(rootViewController: content)
            content.navigationItem.rightBarButtonItem = UIBarButtonItem(
                systemItem: .close, primaryAction: UIAction { [weak sheet] _ in sheet.map(onGone) })
            sheet.onGone = onGone
            sheet.modalPresentationStyle = .pageSheet
            return sheet
        }

        /// Takes a web view in, for the person to use.
        func hold(_ webView: WKWebView) {
            guard let view = viewControllers.first?.view else { return }
            webView.frame = view.bounds
            webView.autoresizingMask = [.flexibleWidth, .flexibleHeight]
            webView.alpha = 1
            webView.isUserInteractionEnabled = true
            webView.accessibilityElementsHidden = false
            view.addSubview(webView)
        }

        /// The app can take the sheet down together with what it stands on, and the delegate is not told.
        override func viewDidDisappear(_ animated: Bool) {
            super.viewDidDisappear(animated)
            if presentingViewController == nil { onGone?(self) }
        }
    }
#endif
