#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Reads lines from a descriptor, blocking its thread until one is there, the input has ended, or it is cancelled.
///
/// Of an input that is no terminal it takes no byte behind the line, so that whatever else reads this input finds the
/// rest; a terminal gives out one line at a time by itself. What was read and not used stays in ``buffer``.
struct LineReader {
    enum Progress {
        /// The buffer holds what was waited for.
        case reached
        /// The input has ended, is closed or cannot be read.
        case ended
        /// There is nothing, and nobody of whom it could be expected.
        case nothing
        /// The wait was cancelled.
        case cancelled
    }

    private let input: Int32
    private let cancellation: Int32
    let isTerminal: Bool
    private(set) var buffer: LineBuffer

    init(input: Int32, cancellation: Int32, buffer: LineBuffer) {
        self.input = input
        self.cancellation = cancellation
        self.isTerminal = isatty(input) == 1
        self.buffer = buffer
    }

    /// Reads until the beginning of a line is there.
    mutating func begin() -> Progress { read { $0.hasBegun } }

    /// Reads until a whole line is there.
    mutating func complete() -> Progress { read { $0.hasLine } }

    /// Takes the line out of the buffer.
    mutating func takeLine() -> LineBuffer.Line? { buffer.next() }

    private mutating func read(until isEnough: (LineBuffer) -> Bool) -> Progress {
        while !isEnough(buffer) {
            // Who has sent half a line to a pipe will send the rest; who has sent nothing may never do.
            let isPatient = isTerminal || buffer.hasBegun
            switch Readiness.of(input, for: .reading, cancellation: cancellation, isPatient: isPatient) {
            case .ready: break
            case .notReady: return .nothing
            case .cancelled: return .cancelled
            case .closed: return .ended
            }
            guard readOnce() else {
                buffer.finish()
                return isEnough(buffer) ? .reached : .ended
            }
        }
        return .reached
    }

    /// - Returns: `false` at the end of the input. An error is one too: a terminal that was hung up, a directory.
    private mutating func readOnce() -> Bool {
        var bytes = [UInt8](repeating: 0, count: isTerminal ? 4096 : 1)
        #if canImport(Darwin)
            let count = Darwin.read(input, &bytes, bytes.count)
        #elseif canImport(Glibc)
            let count = Glibc.read(input, &bytes, bytes.count)
        #else
            let count = Musl.read(input, &bytes, bytes.count)
        #endif
        if count < 0 { return errno == EINTR || errno == EAGAIN }
        buffer.append(bytes.prefix(count))
        return count > 0
    }
}
