/// A value for each status, of which few are different.
@usableFromInline
struct StatusTable<Value: Sendable>: Sendable {
    private let named: [Int: Value]
    private let others: Value
    /// The values for the statuses that there are in HTTP: found by one look, since every response is looked up.
    @usableFromInline let common: [Value]

    /// - Parameters:
    ///   - sets: Statuses that are treated alike if they are in the same sets.
    ///   - value: The value for a status, or with `nil` for those that are in none of the sets.
    init(naming sets: [Set<Int>], value: (Int?) -> Value) {
        var (named, known): ([Int: Value], [[Bool]: Value]) = ([:], [:])
        for status in Set(sets.joined()).sorted() {
            let membership = sets.map { $0.contains(status) }
            let value = known[membership] ?? value(status)
            known[membership] = value
            named[status] = value
        }
        let others = value(nil)
        common = (0..<600).map { named[$0] ?? others }
        (self.named, self.others) = (named, others)
    }

    @inlinable
    @inline(__always)
    subscript(status: Int) -> Value { status >= 0 && status < common.count ? common[status] : uncommon(status) }

    @usableFromInline
    func uncommon(_ status: Int) -> Value { named[status] ?? others }
}
