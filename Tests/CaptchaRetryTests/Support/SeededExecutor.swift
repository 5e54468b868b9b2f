import TestSupport
import Foundation

/// Runs tasks one job at a time on the thread that asks for it, in an order that follows from a seed.
///
/// Everything that may happen between two suspension points happens in some seed's order, and the same seed gives the
/// same order again: an interleaving that breaks something can be looked at as often as it takes.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
final class SeededExecutor: TaskExecutor {
    private struct State {
        var jobs: [UnownedJob] = []
        var generator: SeededGenerator
        var executed = 0
    }

    private let state: LockedValue<State>

    init(seed: UInt64) { state = LockedValue(State(generator: SeededGenerator(seed: seed))) }

    var executedJobs: Int { state.value.executed }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        state.withLock { $0.jobs.append(job) }
    }

    /// Runs one job; `false` if there is none.
    func runOne() -> Bool {
        let job: UnownedJob? = state.withLock { state in
            guard !state.jobs.isEmpty else { return nil }
            state.executed += 1
            let index = Int.random(in: state.jobs.indices, using: &state.generator)
            state.jobs.swapAt(index, state.jobs.count - 1)
            return state.jobs.removeLast()
        }
        job?.runSynchronously(on: asUnownedTaskExecutor())
        return job != nil
    }

    /// Runs jobs until all tasks have ended or wait for something else.
    func runUntilQuiet() { while runOne() {} }

    func spawn(_ operation: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
        Task(executorPreference: self) { await operation() }
    }
}
