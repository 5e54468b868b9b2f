#if !STUB_WATCHOS
    public import Foundation

    @MainActor
    open class UIResponder: NSObject {}

    @MainActor
    open class UIView: UIResponder {
        public struct AutoresizingMask: OptionSet, Sendable {
            public let rawValue: UInt
            public init(rawValue: UInt) { self.rawValue = rawValue }
            public static let flexibleWidth = AutoresizingMask(rawValue: 1 << 1)
            public static let flexibleHeight = AutoresizingMask(rawValue: 1 << 4)
        }

        open var frame: CGRect
        open var bounds: CGRect {
            get { CGRect(origin: .zero, size: frame.size) }
            set { frame.size = newValue.size }
        }
        open var alpha: CGFloat = 1
        open var backgroundColor: UIColor?
        open var isHidden = false
        open var isUserInteractionEnabled = true
        open var accessibilityElementsHidden = false
        open var autoresizingMask: AutoresizingMask = []
        open private(set) var subviews: [UIView] = []
        open private(set) weak var superview: UIView?
        open var window: UIWindow? { superview?.window }

        public init(frame: CGRect) {
            self.frame = frame
            super.init()
        }

        public required init?(coder: NSCoder) { nil }

        /// Whether the person types into something in the view.
        public var stubIsEdited = false

        @discardableResult
        open func endEditing(_ force: Bool) -> Bool {
            stubIsEdited = false
            return true
        }

        open func addSubview(_ view: UIView) { insertSubview(view, at: subviews.count) }

        open func insertSubview(_ view: UIView, at index: Int) {
            view.removeFromSuperview()
            subviews.insert(view, at: min(index, subviews.count))
            view.superview = self
        }

        open func removeFromSuperview() {
            superview?.subviews.removeAll { $0 === self }
            superview = nil
        }
    }
#endif
