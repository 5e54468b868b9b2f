/// A text that nobody can guess: 192 random bits, as 48 digits and letters that any part of a URL takes as they are.
struct RandomSecret: Hashable, Sendable {
    let text: String

    /// A new one, from the system's source of randomness.
    init() {
        var generator = SystemRandomNumberGenerator()
        text = (0..<3).map { _ in
            let digits = String(generator.next() as UInt64, radix: 16)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }.joined()
    }

    /// Whether somebody knows it, in a time that does not tell how much of a guess was right.
    func matches(_ guess: some StringProtocol) -> Bool {
        guard guess.utf8.count == text.utf8.count else { return false }
        return zip(guess.utf8, text.utf8).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }
}
