public import Foundation

open class NSWorkspace: NSObject, @unchecked Sendable {
    private static let workspace = NSWorkspace()

    open class var shared: NSWorkspace { workspace }

    private let lock = NSLock()
    private var opened: [URL] = []

    /// What was opened outside of the application since the last call.
    public func stubTakeOpened() -> [URL] {
        lock.withLock {
            defer { opened = [] }
            return opened
        }
    }

    @discardableResult
    open func open(_ url: URL) -> Bool {
        lock.withLock { opened.append(url) }
        return true
    }
}
