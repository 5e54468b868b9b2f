/// A wait that was not waited to its end.
struct TimeLimitReached: Error {}

/// Does something, for so long at most.
///
/// - Throws: ``TimeLimitReached`` when the time is over, or what `body` throws. It returns when `body` has ended in
///   either case, for which `body` is cancelled.
func withTimeLimit<Value: Sendable>(
    _ limit: Duration, on clock: any Clock<Duration>, _ body: @escaping @Sendable () async throws -> Value
) async throws -> Value {
    // Longer than anybody waits, and short enough for every clock to add it to its time.
    let limit = min(limit, .seconds(1_000_000))
    return try await withThrowingTaskGroup(of: Value.self) { group in
        group.addTask { try await body() }
        group.addTask {
            try await clock.sleep(for: limit)
            throw TimeLimitReached()
        }
        defer { group.cancelAll() }
        guard let first = try await group.next() else { throw CancellationError() }
        return first
    }
}
