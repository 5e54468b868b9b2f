/// A value for each status, of which few are different.
@usableFromInline
struct StatusTable<Value: Sendable>: Sendable {
    /// In order, and without overlaps.
    private let runs: [ClosedRange<Int>]
    /// One for each of ``runs``, and one for all other statuses.
    private let values: [Value]
    /// The values for the statuses that there are in HTTP: found by one look, since every response is looked up.
    @usableFromInline let common: [Value]

    /// - Parameters:
    ///   - sets: Statuses that are treated alike as far as they are in the same sets.
    ///   - value: The value for a status, or with `nil` for those that are in none of the sets.
    init(naming sets: [Set<Int>], value: (Int?) -> Value) {
        var runs: [ClosedRange<Int>] = []
        var values: [Value] = []
        var memberships: [[Bool]] = []
        for status in Set(sets.joined()).sorted() {
            let membership = sets.map { $0.contains(status) }
            if let last = runs.last, last.upperBound + 1 == status, memberships.last == membership {
                runs[runs.count - 1] = last.lowerBound...status
            } else {
                runs.append(status...status)
                values.append(value(status))
                memberships.append(membership)
            }
        }
        let all = values + [value(nil)]
        common = (0..<600).map { all[Self.index(of: $0, in: runs)] }
        (self.runs, self.values) = (runs, all)
    }

    @inlinable
    @inline(__always)
    subscript(status: Int) -> Value { status >= 0 && status < common.count ? common[status] : uncommon(status) }

    @usableFromInline
    func uncommon(_ status: Int) -> Value { values[Self.index(of: status, in: runs)] }

    private static func index(of status: Int, in runs: [ClosedRange<Int>]) -> Int {
        runs.firstIndex { $0.contains(status) } ?? runs.count
    }
}
