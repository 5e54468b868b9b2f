public import Foundation

@MainActor
open class NSResponder: NSObject {}

@MainActor
open class NSView: NSResponder {
    public struct AutoresizingMask: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
        public static let width = AutoresizingMask(rawValue: 2)
        public static let height = AutoresizingMask(rawValue: 16)
    }

    open var frame: NSRect
    open var bounds: NSRect {
        get { NSRect(origin: .zero, size: frame.size) }
        set { frame.size = newValue.size }
    }
    open var alphaValue: CGFloat = 1
    open var isHidden = false
    open var autoresizingMask: AutoresizingMask = []
    open private(set) var subviews: [NSView] = []
    open private(set) weak var superview: NSView?
    weak var owner: NSWindow?
    open var window: NSWindow? { owner ?? superview?.window }

    public init(frame frameRect: NSRect) {
        frame = frameRect
        super.init()
    }

    public required init?(coder: NSCoder) { nil }

    open func addSubview(_ view: NSView) {
        view.removeFromSuperview()
        subviews.append(view)
        view.superview = self
    }

    open func removeFromSuperview() {
        if owner?.contentView === self { owner?.contentView = nil }
        superview?.subviews.removeAll { $0 === self }
        superview = nil
    }
}
