extension SeededGenerator {
    /// True once in so many times.
    public mutating func once(in times: Int) -> Bool { Int.random(in: 0..<times, using: &self) == 0 }

    /// A number of the range.
    public mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &self) }

    /// One of these; there must be at least one.
    public mutating func pick<Choices: Collection>(_ choices: Choices) -> Choices.Element {
        choices[choices.index(choices.startIndex, offsetBy: number(0...choices.count - 1))]
    }

    /// So many results of a closure.
    public mutating func several<Element>(_ count: ClosedRange<Int>, _ make: (inout Self) -> Element) -> [Element] {
        (0..<number(count)).map { _ in make(&self) }
    }

    /// So many pieces, joined.
    public mutating func text(_ count: ClosedRange<Int>, of pieces: [String]) -> String {
        several(count) { $0.pick(pieces) }.joined()
    }
}
