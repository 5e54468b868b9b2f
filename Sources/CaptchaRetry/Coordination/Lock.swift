#if canImport(Darwin)
    import os

    /// A value behind a lock.
    package struct Lock<State>: Sendable {
        private let lock: OSAllocatedUnfairLock<State>

        package init(_ state: State) { lock = OSAllocatedUnfairLock(uncheckedState: state) }

        package func withLock<Result>(_ body: (inout State) -> Result) -> Result { lock.withLockUnchecked(body) }
    }
#else
    #if canImport(Glibc)
        import Glibc
    #elseif canImport(Musl)
        import Musl
    #endif

    /// A value behind a lock.
    ///
    /// The system's own mutex: `Synchronization.Mutex` asks for newer Apple systems than this package does and is not
    /// understood by the thread sanitizer, and `NSLock` would bring in all of Foundation.
    ///
    /// Unchecked, because the compiler cannot see it: `state` is reached in ``withLock(_:)`` alone, with the mutex held,
    /// and nothing of it leaves but what `body` returns.
    package final class Lock<State>: @unchecked Sendable {
        private var state: State
        private let mutex: UnsafeMutablePointer<pthread_mutex_t>

        package init(_ state: State) {
            self.state = state
            mutex = .allocate(capacity: 1)
            mutex.initialize(to: pthread_mutex_t())
            pthread_mutex_init(mutex, nil)
        }

        deinit {
            pthread_mutex_destroy(mutex)
            mutex.deinitialize(count: 1)
            mutex.deallocate()
        }

        package func withLock<Result>(_ body: (inout State) -> Result) -> Result {
            pthread_mutex_lock(mutex)
            defer { pthread_mutex_unlock(mutex) }
            return body(&state)
        }
    }
#endif
