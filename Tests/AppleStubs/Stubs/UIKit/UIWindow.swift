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
#endif
