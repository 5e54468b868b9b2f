/// A random number generator with a seed, so that a failure can be had again: SplitMix64.
struct Dice: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// True once in so many times.
    mutating func once(in times: Int) -> Bool { Int.random(in: 0..<times, using: &self) == 0 }

    mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &self) }

    /// One of these; there must be at least one.
    mutating func pick<Choices: Collection>(_ choices: Choices) -> Choices.Element {
        choices[choices.index(choices.startIndex, offsetBy: number(0...choices.count - 1))]
    }

    /// So many results of a closure.
    mutating func several<Element>(_ count: ClosedRange<Int>, _ make: (inout Dice) -> Element) -> [Element] {
        (0..<number(count)).map { _ in make(&self) }
    }

    /// So many pieces, joined.
    mutating func text(_ count: ClosedRange<Int>, of pieces: [String]) -> String {
        several(count) { $0.pick(pieces) }.joined()
    }
}
