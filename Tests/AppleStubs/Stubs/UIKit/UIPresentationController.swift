#if !STUB_WATCHOS
    public import Foundation

    @MainActor
    public protocol UIAdaptivePresentationControllerDelegate: NSObjectProtocol {
        func presentationControllerDidDismiss(_ presentationController: UIPresentationController)
    }

    extension UIAdaptivePresentationControllerDelegate {
        public func presentationControllerDidDismiss(_ presentationController: UIPresentationController) {}
    }

    @MainActor
    open class UIPresentationController: NSObject {
        open weak var delegate: (any UIAdaptivePresentationControllerDelegate)?
        open private(set) unowned var presentedViewController: UIViewController

        init(presentedViewController: UIViewController) {
            self.presentedViewController = presentedViewController
            super.init()
        }
    }
#endif
