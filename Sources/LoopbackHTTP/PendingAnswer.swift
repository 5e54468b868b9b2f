import Foundation

/// An answer that a thread waits for while a task works it out.
final class PendingAnswer: @unchecked Sendable {
    // Sendable because `outcome` is touched under `condition` only.

    private let condition = NSCondition()
    private var outcome: LoopbackAnswer??

    /// Sets what ``wait()`` returns: an answer, or `nil` for none. Only the first call counts.
    func settle(_ answer: LoopbackAnswer?) {
        condition.withLock {
            if outcome == nil { outcome = .some(answer) }
            condition.broadcast()
        }
    }

    /// Blocks the thread until it is settled.
    func wait() -> LoopbackAnswer? {
        condition.withLock {
            while true {
                if let outcome { return outcome }
                condition.wait()
            }
        }
    }
}
