/// A value for each status, of which few are different.
struct StatusTable<Value: Sendable>: Sendable {
    private struct Run: Sendable {
        var statuses: ClosedRange<Int>
        var value: Value
    }

    /// In order, and without overlaps.
    private let runs: [Run]
    private let others: Value

    /// - Parameters:
    ///   - sets: Statuses that are treated alike as far as they are in the same sets.
    ///   - value: The value for a status, or with `nil` for those that are in none of the sets.
    init(naming sets: [Set<Int>], value: (Int?) -> Value) {
        var runs: [Run] = []
        var memberships: [[Bool]] = []
        for status in Set(sets.joined()).sorted() {
            let membership = sets.map { $0.contains(status) }
            if let last = runs.last?.statuses, last.upperBound + 1 == status, memberships.last == membership {
                runs[runs.count - 1].statuses = last.lowerBound...status
            } else {
                runs.append(Run(statuses: status...status, value: value(status)))
                memberships.append(membership)
            }
        }
        self.runs = runs
        others = value(nil)
    }

    subscript(status: Int) -> Value {
        for run in runs where run.statuses.contains(status) { return run.value }
        return others
    }
}
