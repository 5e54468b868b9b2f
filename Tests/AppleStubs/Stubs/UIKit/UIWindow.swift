#if !STUB_WATCHOS
    public import Foundation

    @MainActor
    open class UIWindow: UIView {
        open var rootViewController: UIViewController? {
            didSet {
                oldValue?.view.removeFromSuperview()
                if let view = rootViewController?.view { addSubview(view) }
            }
        }
        open weak var windowScene: UIWindowScene?
        open private(set) var isKeyWindow = false
        open override var window: UIWindow? { self }

        public override init(frame: CGRect) { super.init(frame: frame) }

        public required init?(coder: NSCoder) { nil }

        public convenience init(windowScene: UIWindowScene) {
            self.init(frame: CGRect(x: 0, y: 0, width: 390, height: 844))
            self.windowScene = windowScene
            isHidden = true
            windowScene.windows.append(self)
        }

        open func makeKeyAndVisible() {
            for other in windowScene?.windows ?? [] { other.isKeyWindow = false }
            isHidden = false
            isKeyWindow = true
        }
    }

    @MainActor
    open class UIScene: UIResponder {
        public enum ActivationState: Int, Sendable {
            case unattached = -1
            case foregroundActive = 0
            case foregroundInactive = 1
            case background = 2
        }

        open internal(set) var activationState = ActivationState.unattached
    }

    @MainActor
    open class UIWindowScene: UIScene {
        open internal(set) var windows: [UIWindow] = []

        /// A scene of the stub application in this state.
        public static func stub(_ state: ActivationState) -> UIWindowScene {
            let scene = UIWindowScene()
            scene.activationState = state
            UIApplication.shared.connectedScenes.insert(scene)
            return scene
        }
    }

    @MainActor
    open class UIApplication: UIResponder {
        public struct OpenExternalURLOptionsKey: Hashable, Sendable {}

        private static let application = UIApplication()

        open class var shared: UIApplication { application }

        open internal(set) var connectedScenes: Set<UIScene> = []

        /// What was opened outside of the application.
        public private(set) var stubOpened: [URL] = []

        open func open(
            _ url: URL, options: [OpenExternalURLOptionsKey: Any] = [:],
            completionHandler completion: (@MainActor @Sendable (Bool) -> Void)? = nil
        ) {
            stubOpened.append(url)
            completion?(true)
        }

        /// An application without scenes that has opened nothing.
        public func stubReset() {
            connectedScenes = []
            stubOpened = []
        }
    }
#endif
