import Foundation

/// A value that is only touched under a lock.
///
/// `Mutex` would need newer systems than this package does.
final class Locked<Value: Sendable>: @unchecked Sendable {
    // Safe to share: `value` is private, and the one way to it holds the lock.
    private let lock = NSLock()
    private var value: Value

    init(_ value: Value) { self.value = value }

    /// Keep the body short, and resume or cancel nothing in it.
    func withLock<Result>(_ body: (inout Value) -> Result) -> Result {
        lock.lock()
        defer { lock.unlock() }
        return body(&value)
    }
}
