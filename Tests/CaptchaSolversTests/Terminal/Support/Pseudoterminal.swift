import Foundation
import Testing

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// A terminal without a screen: what is typed into it is read at ``input``.
final class Pseudoterminal: Sendable {
    private let keyboard: FileHandle
    private let program: FileHandle
    /// The program's side.
    let input: Int32

    init() throws {
        let keyboard = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
        try #require(keyboard >= 0)
        self.keyboard = FileHandle(fileDescriptor: keyboard, closeOnDealloc: true)
        input = open(try Self.unlock(keyboard), O_RDWR | O_NOCTTY | O_CLOEXEC)
        try #require(input >= 0)
        program = FileHandle(fileDescriptor: input, closeOnDealloc: true)

        // Nobody reads the echo; it would fill up.
        var settings = termios()
        try #require(tcgetattr(input, &settings) == 0)
        settings.c_lflag &= ~tcflag_t(ECHO)
        try #require(tcsetattr(input, TCSANOW, &settings) == 0)
    }

    /// Types, with `\n` for Return and `\u{4}` for Control-D.
    func type(_ text: String) throws { try keyboard.write(contentsOf: Data(text.utf8)) }

    /// Closes the terminal's window.
    func hangUp() throws { try keyboard.close() }

    #if canImport(Darwin)
        // `ptsname` has one buffer for the whole process.
        private static let naming = NSLock()

        /// Makes the program's side usable.
        ///
        /// - Returns: Its path.
        private static func unlock(_ keyboard: Int32) throws -> String {
            try #require(grantpt(keyboard) == 0)
            try #require(unlockpt(keyboard) == 0)
            return try #require(naming.withLock { ptsname(keyboard).map { String(cString: $0) } })
        }
    #else
        /// Makes the program's side usable. Swift's module of the C library lacks the functions for it.
        ///
        /// - Returns: Its path.
        private static func unlock(_ keyboard: Int32) throws -> String {
            let setLock: UInt = 0x4004_5431
            let getNumber: UInt = 0x8004_5430
            var isLocked: Int32 = 0
            try #require(ioctl(keyboard, setLock, &isLocked) == 0)
            var number: Int32 = -1
            try #require(ioctl(keyboard, getNumber, &number) == 0)
            return "/dev/pts/\(number)"
        }
    #endif
}
