#if !STUB_WATCHOS
    public import Foundation

    public typealias UIActionHandler = @MainActor (UIAction) -> Void

    @MainActor
    open class UIMenuElement: NSObject {}

    @MainActor
    open class UIMenu: UIMenuElement {}

    @MainActor
    open class UIImage: NSObject {}

    @MainActor
    open class UIAction: UIMenuElement {
        private let handler: UIActionHandler

        public init(title: String = "", image: UIImage? = nil, handler: @escaping UIActionHandler) {
            self.handler = handler
            super.init()
        }

        fileprivate func perform() { handler(self) }
    }

    @MainActor
    open class UIBarButtonItem: NSObject {
        public enum SystemItem: Int, Sendable {
            case done = 0
            case cancel = 1
            case close = 24
        }

        private let action: UIAction?

        public init(systemItem: SystemItem, primaryAction: UIAction? = nil, menu: UIMenu? = nil) {
            action = primaryAction
            super.init()
        }

        /// The person taps the button.
        public func stubTap() { action?.perform() }
    }

    @MainActor
    open class UINavigationItem: NSObject {
        open var title: String?
        open var rightBarButtonItem: UIBarButtonItem?
    }
#endif
