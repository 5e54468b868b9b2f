#if !STUB_WATCHOS
    public import Foundation

    public enum UIModalPresentationStyle: Int, Sendable {
        case fullScreen = 0
        case pageSheet = 1
        case formSheet = 2
        case automatic = -2
    }

    @MainActor
    open class UIViewController: UIResponder {
        private var loadedView: UIView?
        open var view: UIView! {
            get {
                if let loadedView { return loadedView }
                let view = UIView(frame: CGRect(x: 0, y: 0, width: 390, height: 800))
                loadedView = view
                return view
            }
            set { loadedView = newValue }
        }
        open var title: String?
        open var modalPresentationStyle = UIModalPresentationStyle.automatic
        open var isModalInPresentation = false
        open private(set) var presentedViewController: UIViewController?
        private weak var presenter: UIViewController?
        open fileprivate(set) weak var parent: UIViewController?
        open fileprivate(set) var children: [UIViewController] = []
        open private(set) lazy var navigationItem = UINavigationItem()
        open private(set) lazy var presentationController: UIPresentationController? =
            UIPresentationController(presentedViewController: self)

        open var preferredContentSize = CGSize.zero
        private var transition: StubTransition?
        open var transitionCoordinator: (any UIViewControllerTransitionCoordinator)? {
            transition ?? parent?.transitionCoordinator ?? presenter?.transitionCoordinator
        }

        /// Whether presenting and dismissing takes until ``stubFinishTransition()``.
        public static var stubAnimates = false
        /// Whether `presentingViewController` is still there in `viewDidDisappear`.
        public static var stubForgetsPresenterLate = false
        /// Whether UIKit drops every order to present, without a transition that one could wait for.
        public var stubRefusesToPresent = false
        /// Called when something was presented on this controller.
        public var stubOnPresent: (@MainActor (UIViewController) -> Void)?

        public init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) { super.init() }

        public required init?(coder: NSCoder) { nil }

        public convenience override init() { self.init(nibName: nil, bundle: nil) }

        open var presentingViewController: UIViewController? { presenter ?? parent?.presentingViewController }

        open var navigationController: UINavigationController? {
            parent as? UINavigationController ?? parent?.navigationController
        }

        open func viewDidDisappear(_ animated: Bool) {}

        open func present(
            _ viewControllerToPresent: UIViewController, animated flag: Bool, completion: (() -> Void)? = nil
        ) {
            guard !stubRefusesToPresent, transitionCoordinator == nil, presentedViewController == nil else { return }
            presentedViewController = viewControllerToPresent
            viewControllerToPresent.presenter = self
            stubWindow?.addSubview(viewControllerToPresent.view)
            if flag, Self.stubAnimates { stubBeginTransition() }
            stubOnPresent?(viewControllerToPresent)
            completion?()
        }

        /// Something moves on this controller's screen, and orders to present or dismiss are dropped.
        public func stubBeginTransition() { transition = StubTransition() }

        public func stubFinishTransition() {
            let finished = transition
            transition = nil
            finished?.finish()
        }

        open func dismiss(animated flag: Bool, completion: (() -> Void)? = nil) {
            guard transitionCoordinator == nil else { return }
            if presentedViewController != nil {
                stubTakeDown()
            } else {
                presentingViewController?.stubTakeDown()
            }
            completion?()
        }

        /// The person swipes down what is presented here.
        public func stubSwipeDown() {
            guard let presented = presentedViewController, !presented.isModalInPresentation else { return }
            let controller = presented.presentationController
            stubTakeDown()
            controller.map { $0.delegate?.presentationControllerDidDismiss($0) }
        }

        private var stubWindow: UIWindow? { view.window ?? presentingViewController?.stubWindow }

        private func stubTakeDown() {
            guard let presented = presentedViewController else { return }
            presented.stubTakeDown()
            presentedViewController = nil
            if !Self.stubForgetsPresenterLate { presented.presenter = nil }
            presented.view.removeFromSuperview()
            presented.stubDisappear()
            presented.presenter = nil
        }

        private func stubDisappear() {
            viewDidDisappear(false)
            for child in children { child.stubDisappear() }
        }
    }

    @MainActor
    open class UINavigationController: UIViewController {
        open var viewControllers: [UIViewController] { children }

        public convenience init(rootViewController: UIViewController) {
            self.init(nibName: nil, bundle: nil)
            rootViewController.parent = self
            children.append(rootViewController)
            view.addSubview(rootViewController.view)
        }
    }
#endif
