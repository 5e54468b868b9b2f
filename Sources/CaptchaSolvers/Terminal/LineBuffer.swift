import CaptchaRetry

/// Cuts bytes into lines: bytes in, lines out.
///
/// What it holds is bounded, whatever the input is: a line that is too long for a token is given out as
/// ``Line/tooLong`` as soon as that is clear, and its rest is dropped when it comes.
struct LineBuffer: Hashable, Sendable {
    enum Line: Hashable, Sendable {
        /// The bytes before the line feed.
        case text([UInt8])
        /// More bytes than any answer has.
        case tooLong
    }

    /// The longest line that is kept: a token, and some room for the blanks around it.
    static let maximumLength = CaptchaToken.maximumLength + 1024

    /// How much of an overlong line is dropped before it is reported once more. Without it, an input that never has a
    /// line feed, such as `/dev/zero`, would keep a reader busy for ever.
    static let maximumSkip = 1 << 20

    private var lines: [Line] = []
    private var current: [UInt8] = []
    private var isSkipping = false
    private var skipped = 0

    /// Whether there is a whole line.
    var hasLine: Bool { !lines.isEmpty }

    /// Whether there is a line or the beginning of one.
    var hasBegun: Bool { hasLine || !current.isEmpty }

    mutating func append(_ bytes: some Sequence<UInt8>) {
        for byte in bytes { append(byte) }
    }

    /// Marks the end of the input: what is left is a line too.
    mutating func finish() {
        if !current.isEmpty { lines.append(.text(current)) }
        current = []
        isSkipping = false
    }

    /// Takes the first line out.
    mutating func next() -> Line? {
        lines.isEmpty ? nil : lines.removeFirst()
    }

    private mutating func append(_ byte: UInt8) {
        if byte == UInt8(ascii: "\n") {
            if !isSkipping { lines.append(.text(current)) }
            current = []
            isSkipping = false
        } else if isSkipping {
            skipped += 1
            if skipped == Self.maximumSkip { reportTooLong() }
        } else {
            current.append(byte)
            if current.count > Self.maximumLength { reportTooLong() }
        }
    }

    private mutating func reportTooLong() {
        lines.append(.tooLong)
        current = []
        isSkipping = true
        skipped = 0
    }
}
