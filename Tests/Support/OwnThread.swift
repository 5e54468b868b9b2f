import Foundation

/// Runs something long or blocking on a thread of its own, so that it keeps no thread of the tasks' pool from others.
public func onOwnThread<Result: Sendable, Failure: Error>(
    _ body: @escaping @Sendable () throws(Failure) -> Result
) async throws(Failure) -> Result {
    let result = await withCheckedContinuation { continuation in
        let thread = Thread {
            do throws(Failure) {
                continuation.resume(returning: Swift.Result<Result, Failure>.success(try body()))
            } catch {
                continuation.resume(returning: .failure(error))
            }
        }
        // As deep as the main thread's: resumed tasks run on top of it.
        thread.stackSize = 8 << 20
        thread.start()
    }
    return try result.get()
}
