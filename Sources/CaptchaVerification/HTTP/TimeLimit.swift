/// A wait that was not waited to its end.
struct TimeLimitReached: Error {}

/// Does something, for so long at most.
///
/// When the time is over, or the calling task is cancelled, `body` is cancelled and not waited for: it may ignore that.
///
/// - Throws: ``TimeLimitReached`` when the time is over, `CancellationError` when the calling task is cancelled, or what
///   `body` throws.
func withTimeLimit<Value: Sendable>(
    _ limit: Duration, on clock: any Clock<Duration>, _ body: @escaping @Sendable () async throws -> Value
) async throws -> Value {
    // Longer than anybody waits, and short enough for every clock to add it to its time.
    let limit = min(limit, .seconds(1_000_000))
    // Whatever comes first ends the stream; the rest is dropped.
    let (outcomes, first) = AsyncThrowingStream<Value, any Error>.makeStream()
    // Tasks of their own, since child tasks would have to be waited for. Task-local values go along.
    let work = Task {
        do {
            first.yield(try await body())
            first.finish()
        } catch {
            first.finish(throwing: error)
        }
    }
    let timer = Task {
        do { try await clock.sleep(for: limit) } catch { return }
        first.finish(throwing: TimeLimitReached())
    }
    defer {
        work.cancel()
        timer.cancel()
    }
    for try await value in outcomes { return value }
    // The stream of a cancelled task ends without a value.
    throw CancellationError()
}
