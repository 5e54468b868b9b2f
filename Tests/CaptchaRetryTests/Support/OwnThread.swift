import Foundation

/// Runs something long on a thread of its own, so that it keeps no thread of the tasks' pool from the other tests.
func onOwnThread<Result: Sendable>(_ body: @escaping @Sendable () -> Result) async -> Result {
    await withCheckedContinuation { continuation in
        let thread = Thread { continuation.resume(returning: body()) }
        // As deep as the main thread's: resumed tasks run on top of it.
        thread.stackSize = 8 << 20
        thread.start()
    }
}
