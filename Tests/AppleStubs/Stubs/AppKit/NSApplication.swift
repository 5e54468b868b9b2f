@MainActor
open class NSApplication: NSResponder {
    private static let application = NSApplication()

    open class var shared: NSApplication { application }

    open internal(set) var windows: [NSWindow] = []
    open var keyWindow: NSWindow? { windows.first { $0.isKeyWindow } }
    open var mainWindow: NSWindow? { keyWindow }

    /// Called when a window is made the key window.
    public var stubOnKey: (@MainActor (NSWindow) -> Void)?

    /// The person turns to another application.
    public func stubResignKey() {
        for window in windows { window.isKeyWindow = false }
    }

    /// An application without windows.
    public func stubReset() {
        windows = []
        stubOnKey = nil
    }
}
