import CaptchaRetryTesting
import Testing

@Suite("ManualClock", .timeLimit(.minutes(60)))
struct ManualClockTests {
    let clock = ManualClock()

    @Test("A clock stands still until it is moved, and never goes back")
    func moves() {
        #expect(clock.now.offset == .zero)
        clock.advance(by: .seconds(5))
        #expect(clock.now.offset == .seconds(5))
        clock.advance(by: .seconds(-3))
        clock.advance(to: ManualClock.Instant(offset: .seconds(2)))
        #expect(clock.now.offset == .seconds(5))
        clock.advance(to: ManualClock.Instant(offset: .seconds(9)))
        #expect(clock.now.offset == .seconds(9))
        #expect(ManualClock(now: .init(offset: .seconds(1))).now.offset == .seconds(1))
    }

    @Test("A sleeper is woken when its deadline is reached, and not before")
    func wakesAtDeadline() async throws {
        async let sleep: Void = clock.sleep(for: .seconds(10))
        await clock.waitForSleepers()
        clock.advance(by: .seconds(10) - .nanoseconds(1))
        #expect(clock.sleeperCount == 1)
        clock.advance(by: .nanoseconds(1))
        #expect(clock.sleeperCount == 0)
        try await sleep
    }

    @Test("A deadline that has passed already is not slept for")
    func passedDeadline() async throws {
        clock.advance(by: .seconds(1))
        try await clock.sleep(until: ManualClock.Instant(offset: .seconds(1)))
        try await clock.sleep(for: .zero)
        #expect(clock.sleeperCount == 0)
    }

    @Test("Sleepers are woken in the order of their deadlines, equal ones in the order in which they came")
    @MainActor func order() async throws {
        // The main actor runs what becomes ready one after the other, so that the order can be seen. `sleep(for:)` would
        // leave it: it is the standard library's, and has each of them resumed on any thread first.
        var woken: [Int] = []
        var tasks: [Task<Void, any Error>] = []
        for (index, seconds) in [3, 1, 2, 1, 3].enumerated() {
            tasks.append(
                Task { @MainActor in
                    try await clock.sleep(until: clock.now.advanced(by: .seconds(seconds)))
                    woken.append(index)
                })
            await clock.waitForSleepers(index + 1)
        }
        clock.advance(by: .seconds(3))
        #expect(clock.sleeperCount == 0)
        for task in tasks { try await task.value }
        #expect(woken == [1, 3, 2, 0, 4])
    }

    @Test("A sleeper whose task is cancelled throws at once, and leaves the others asleep")
    func cancellation() async throws {
        let clock = clock
        let cancelled = Task { try await clock.sleep(for: .seconds(1)) }
        let other = Task { try await clock.sleep(for: .seconds(1)) }
        await clock.waitForSleepers(2)
        cancelled.cancel()
        await #expect(throws: CancellationError.self) { try await cancelled.value }
        #expect(clock.sleeperCount == 1)
        clock.advance(by: .seconds(1))
        try await other.value
    }

    @Test("A task that is cancelled before it sleeps throws at once, even for a deadline that has passed")
    func cancelledBefore() async {
        let clock = clock
        let gate = Gate()
        for seconds in [0, 1] {
            let task = Task {
                await gate.wait()
                try await clock.sleep(for: .seconds(seconds))
            }
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
        }
        #expect(clock.sleeperCount == 0)
    }

    @Test("Waiting for sleepers ends when there are enough of them, or when it is cancelled")
    func waitForSleepers() async throws {
        let clock = clock
        await clock.waitForSleepers(0)
        let hopeless = Task { await clock.waitForSleepers(3) }
        let waiting = Task { await clock.waitForSleepers(2) }
        let sleepers = (1...2).map { seconds in Task { try await clock.sleep(for: .seconds(seconds)) } }
        await waiting.value
        #expect(clock.sleeperCount == 2)
        hopeless.cancel()
        await hopeless.value
        clock.advance(by: .seconds(2))
        for sleeper in sleepers { try await sleeper.value }
    }

    @Test("Thousands of sleepers, a third of them cancelled at some time, all end as they should")
    func stress() async {
        let clock = clock
        let tasks = (0..<3_000).map { number in
            let task = Task { try await clock.sleep(for: .milliseconds(number % 50 + 1)) }
            if number % 3 == 0 { Task { task.cancel() } }
            return task
        }
        // Also while they are still falling asleep, and until none can be left.
        let mover = Task {
            while !Task.isCancelled {
                clock.advance(by: .milliseconds(1))
                await Task.yield()
            }
        }
        for (number, task) in tasks.enumerated() {
            let result = await task.result
            if number % 3 != 0 { #expect(throws: Never.self) { try result.get() } }
        }
        mover.cancel()
        await mover.value
        #expect(clock.sleeperCount == 0)
    }
}
