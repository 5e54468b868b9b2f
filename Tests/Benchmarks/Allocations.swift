import AllocationCounter

/// What a piece of code takes from the heap, counted in all threads.
struct Allocations {
    var blocks: Int
    var peakBytes: Int

    /// Whether this build counts. Elsewhere than on Linux with glibc, and under a sanitizer, it does not.
    static var areCounted: Bool { allocation_counter_is_available() }

    /// Runs `body` and counts.
    static func of<Result>(_ body: () async throws -> Result) async rethrows -> (Allocations, Result) {
        allocation_counter_start()
        do {
            let result = try await body()
            let counts = allocation_counter_stop()
            return (Allocations(blocks: Int(counts.blocks), peakBytes: Int(counts.peakBytes)), result)
        } catch {
            _ = allocation_counter_stop()
            throw error
        }
    }

    /// Whether the counter sees what is known to be allocated: an object, a buffer and a task.
    static func seesWhatIsKnown() async -> Bool {
        let (counts, _) = await of {
            let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 100_000, alignment: 64)
            defer { buffer.deallocate() }
            let probe = Probe(values: Array(repeating: buffer.count, count: 1000))
            return await Task { probe.values.count }.value
        }
        return counts.blocks >= 4 && counts.peakBytes >= 108_000
    }

    private final class Probe: Sendable {
        let values: [Int]
        init(values: [Int]) { self.values = values }
    }
}
