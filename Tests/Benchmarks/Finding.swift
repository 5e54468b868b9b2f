/// One line of the table.
struct Finding: Encodable {
    /// How far a figure has to come.
    enum Goal {
        case atMost(Double)
        case atLeast(Double)
    }

    enum CodingKeys: CodingKey {
        case part, what, value, unit, against, reference, ratio, goal, isCounted, isMet
    }

    /// The part of the benchmarks that it belongs to.
    var part: Int
    var what: String
    var value: Double
    var unit: String
    /// What was measured beside it, in the same unit.
    var against: String?
    var reference: Double?
    /// Of the value to the reference: the median of the rounds' ratios.
    var ratio: Double?
    var goal: Goal?
    /// Whether the goal is for the ratio, not for the value.
    var isGoalForRatio = false
    /// Counted things are the same on every machine, so their goals must be met.
    var isCounted = false

    /// Whether the goal is met; `nil` if there is none.
    var isMet: Bool? {
        guard let goal else { return nil }
        guard let figure = isGoalForRatio ? ratio : value else { return false }
        switch goal {
        case .atMost(let limit): return figure <= limit
        case .atLeast(let limit): return figure >= limit
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(part, forKey: .part)
        try container.encode(what, forKey: .what)
        try container.encode(value, forKey: .value)
        try container.encode(unit, forKey: .unit)
        try container.encodeIfPresent(against, forKey: .against)
        try container.encodeIfPresent(reference, forKey: .reference)
        try container.encodeIfPresent(ratio, forKey: .ratio)
        try container.encodeIfPresent(goalText, forKey: .goal)
        try container.encode(isCounted, forKey: .isCounted)
        try container.encodeIfPresent(isMet, forKey: .isMet)
    }
}
