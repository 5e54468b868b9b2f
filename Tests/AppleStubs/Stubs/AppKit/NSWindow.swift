public import Foundation

@MainActor
public protocol NSWindowDelegate: NSObjectProtocol {
    func windowWillClose(_ notification: Notification)
}

extension NSWindowDelegate {
    public func windowWillClose(_ notification: Notification) {}
}

@MainActor
open class NSWindow: NSResponder {
    public struct StyleMask: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
        public static let titled = StyleMask(rawValue: 1 << 0)
        public static let closable = StyleMask(rawValue: 1 << 1)
        public static let resizable = StyleMask(rawValue: 1 << 3)
    }

    public enum BackingStoreType: UInt, Sendable {
        case buffered = 2
    }

    public enum OrderingMode: Int, Sendable {
        case above = 1
        case below = -1
        case out = 0
    }

    public struct CollectionBehavior: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
        public static let transient = CollectionBehavior(rawValue: 1 << 3)
        public static let ignoresCycle = CollectionBehavior(rawValue: 1 << 6)
    }

    public nonisolated class var willCloseNotification: NSNotification.Name {
        NSNotification.Name("NSWindowWillCloseNotification")
    }

    open var frame: NSRect
    open private(set) var styleMask: StyleMask
    open var title = ""
    open var isReleasedWhenClosed = true
    open var alphaValue: CGFloat = 1
    open var ignoresMouseEvents = false
    open var isExcludedFromWindowsMenu = false
    open var collectionBehavior: CollectionBehavior = []
    open weak var delegate: (any NSWindowDelegate)?
    open private(set) var isVisible = false
    open internal(set) var isKeyWindow = false
    open var canBecomeMain: Bool { styleMask.contains(.titled) }
    open private(set) weak var parent: NSWindow?
    open private(set) var childWindows: [NSWindow]?
    open var contentView: NSView? {
        didSet {
            if oldValue !== contentView { oldValue?.owner = nil }
            contentView?.owner = self
            contentView?.frame = NSRect(origin: .zero, size: frame.size)
        }
    }

    public init(
        contentRect: NSRect, styleMask style: StyleMask, backing backingStoreType: BackingStoreType, defer flag: Bool
    ) {
        frame = contentRect
        styleMask = style
        super.init()
    }

    open func center() {}

    open func setContentSize(_ size: NSSize) {
        frame.size = size
        contentView?.frame.size = size
    }

    open func orderBack(_ sender: Any?) { appear() }

    open func orderOut(_ sender: Any?) { disappear() }

    open func makeKeyAndOrderFront(_ sender: Any?) {
        appear()
        makeKey()
    }

    open func makeKey() {
        NSApplication.shared.stubResignKey()
        isKeyWindow = true
        NSApplication.shared.stubOnKey?(self)
    }

    open func addChildWindow(_ childWin: NSWindow, ordered place: OrderingMode) {
        childWindows = (childWindows ?? []) + [childWin]
        childWin.parent = self
    }

    open func removeChildWindow(_ childWin: NSWindow) {
        childWindows?.removeAll { $0 === childWin }
        childWin.parent = nil
    }

    private var isClosing = false
    /// How often `close()` was called while the window was closing.
    public private(set) var stubNestedCloses = 0

    /// Sends `windowWillClose`, whoever closes it.
    open func close() {
        if isClosing { stubNestedCloses += 1 }
        isClosing = true
        defer { isClosing = false }
        delegate?.windowWillClose(Notification(name: Self.willCloseNotification, object: self))
        NotificationCenter.default.post(name: Self.willCloseNotification, object: self)
        disappear()
    }

    private func appear() {
        isVisible = true
        NSApplication.shared.windows.removeAll { $0 === self }
        NSApplication.shared.windows.append(self)
    }

    /// A window takes its children along.
    private func disappear() {
        parent?.removeChildWindow(self)
        for child in childWindows ?? [] { child.leaveScreen() }
        leaveScreen()
    }

    private func leaveScreen() {
        isVisible = false
        isKeyWindow = false
        NSApplication.shared.windows.removeAll { $0 === self }
    }
}
