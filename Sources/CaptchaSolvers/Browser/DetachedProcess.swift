#if os(macOS) || os(Linux)
    import Foundation

    #if canImport(Darwin)
        import Darwin
    #elseif canImport(Glibc)
        import Glibc
    #elseif canImport(Musl)
        import Musl
    #endif

    /// A process that shares nothing with this one but the environment: a session of its own, so that no key pressed at
    /// this one's terminal reaches it, `/dev/null` for input and output, no other descriptors, no ignored signals.
    ///
    /// Not Foundation's `Process`, which can do none of that.
    struct DetachedProcess {
        private let identifier: pid_t

        /// Starts a program.
        ///
        /// - Parameter program: Its path, or a name to look for in `PATH`.
        /// - Returns: `nil` if it cannot be started.
        init?(_ program: String, arguments: [String]) {
            let environment = ProcessInfo.processInfo.environment.map { "\($0.key)=\($0.value)" }
            var identifier: pid_t = 0
            let status = Self.withActions { actions in
                Self.withAttributes { attributes in
                    Self.withStrings([program] + arguments) { words in
                        Self.withStrings(environment) { variables in
                            posix_spawnp(&identifier, program, actions, attributes, words, variables)
                        }
                    }
                }
            }
            guard status == 0 else { return nil }
            self.identifier = identifier
        }

        /// Blocks the calling thread until the process has ended, and lets the system forget it.
        ///
        /// - Returns: `false` if it failed. `true` also where nobody knows, because the program has all its children
        ///   forgotten at once.
        func waitForSuccess() -> Bool {
            var status: Int32 = 0
            while waitpid(identifier, &status, 0) < 0 {
                if errno != EINTR { return true }
            }
            return status == 0
        }

        #if canImport(Darwin)
            private typealias Actions = posix_spawn_file_actions_t?
            private typealias Attributes = posix_spawnattr_t?
        #else
            private typealias Actions = posix_spawn_file_actions_t
            private typealias Attributes = posix_spawnattr_t
        #endif

        private static func withActions(_ spawn: (UnsafePointer<Actions>) -> Int32) -> Int32 {
            #if canImport(Darwin)
                var actions: Actions = nil
            #else
                var actions = Actions()
            #endif
            let status = posix_spawn_file_actions_init(&actions)
            guard status == 0 else { return status }
            defer { posix_spawn_file_actions_destroy(&actions) }
            // Before anything is opened: what is closed next may include the standard descriptors' own numbers.
            if !closesAll(&actions) {
                for descriptor in inheritedDescriptors() where descriptor > 2 {
                    posix_spawn_file_actions_addclose(&actions, descriptor)
                }
            }
            posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
            posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
            posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
            return spawn(&actions)
        }

        /// Has the new process close all descriptors itself, those included that another thread opens in this moment.
        ///
        /// - Returns: `false` where the C library cannot do that: glibc before 2.34, musl.
        private static func closesAll(_ actions: UnsafeMutablePointer<Actions>) -> Bool {
            #if canImport(Darwin)
                true  // POSIX_SPAWN_CLOEXEC_DEFAULT closes them.
            #else
                // Looked up, since a program that needs it would not start with an older library.
                dlsym(nil, "posix_spawn_file_actions_addclosefrom_np").map {
                    unsafeBitCast($0, to: (@convention(c) (UnsafeMutablePointer<Actions>, Int32) -> Int32).self)
                }?(actions, 3) == 0
            #endif
        }

        /// The descriptors that are open now. One that another thread opens a moment later, without asking for it to be
        /// closed in children, is not among them.
        private static func inheritedDescriptors() -> [Int32] {
            ((try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []).compactMap { Int32($0) }
        }

        // `POSIX_SPAWN_SETSID`, which Swift's modules of the C libraries lack.
        #if canImport(Darwin)
            private static let ownSession: Int32 = 0x0400
        #else
            private static let ownSession: Int32 = 0x80
        #endif

        private static func withAttributes(_ spawn: (UnsafePointer<Attributes>) -> Int32) -> Int32 {
            #if canImport(Darwin)
                var attributes: Attributes = nil
            #else
                var attributes = Attributes()
            #endif
            let status = posix_spawnattr_init(&attributes)
            guard status == 0 else { return status }
            defer { posix_spawnattr_destroy(&attributes) }
            var signals = sigset_t()
            sigemptyset(&signals)
            posix_spawnattr_setsigmask(&attributes, &signals)
            sigfillset(&signals)
            posix_spawnattr_setsigdefault(&attributes, &signals)
            var flags = Int32(POSIX_SPAWN_SETSIGMASK) | Int32(POSIX_SPAWN_SETSIGDEF) | ownSession
            #if canImport(Darwin)
                flags |= Int32(POSIX_SPAWN_CLOEXEC_DEFAULT)
            #endif
            posix_spawnattr_setflags(&attributes, Int16(truncatingIfNeeded: flags))
            return spawn(&attributes)
        }

        /// Texts as C wants a list of them: their pointers, and a null pointer at the end.
        private static func withStrings(
            _ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Int32
        ) -> Int32 {
            let copies = strings.map { strdup($0) }
            defer { for copy in copies { free(copy) } }
            return body(copies + [nil])
        }
    }
#else
    /// Other systems let no program start another one.
    struct DetachedProcess {
        init?(_ program: String, arguments: [String]) { return nil }

        func waitForSuccess() -> Bool { false }
    }
#endif
