import Foundation

/// What happened, in order. It may be told from anywhere.
final class Steps: Sendable {
    private let steps = Locked<[String]>([])

    var all: [String] { steps.withLock { $0 } }

    func add(_ step: String) { steps.withLock { $0.append(step) } }
}

/// A value behind a lock.
///
/// Unchecked, because the compiler cannot see it: the value is reached with the lock held only.
final class Locked<Value: Sendable>: @unchecked Sendable {
    private let lock = NSLock()
    private var value: Value

    init(_ value: Value) { self.value = value }

    func withLock<Result>(_ body: (inout Value) -> Result) -> Result { lock.withLock { body(&value) } }
}
