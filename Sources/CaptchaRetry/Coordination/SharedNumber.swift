#if !canImport(Darwin)
    import Synchronization
#endif

/// A number that any thread may read at any time.
///
/// It is atomic where the package can count on atomics. On Apple systems they came later than what this package asks for,
/// so there it is behind a lock.
final class SharedNumber: Sendable {
    #if canImport(Darwin)
        private let number = Lock(0)

        var value: Int { number.withLock { $0 } }

        func set(_ value: Int) { number.withLock { $0 = value } }

        /// Adds one, and returns what it was before.
        func increment() -> Int {
            number.withLock { number in
                defer { number += 1 }
                return number
            }
        }
    #else
        private let number = Atomic(0)

        var value: Int { number.load(ordering: .acquiring) }

        func set(_ value: Int) { number.store(value, ordering: .releasing) }

        /// Adds one, and returns what it was before.
        func increment() -> Int { number.wrappingAdd(1, ordering: .acquiringAndReleasing).oldValue }
    #endif
}
