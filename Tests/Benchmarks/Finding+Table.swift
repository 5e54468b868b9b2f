import Foundation

extension Finding {
    static let header = row(["of", "measured", "value", "beside it", "ratio", "goal", ""])

    /// The line of the table.
    var line: String {
        let beside = reference.map { "\(Self.text($0)) \(unit), \(against ?? "")" } ?? ""
        let verdict = isMet.map { $0 ? "met" : isCounted ? "FAILED" : "missed" } ?? ""
        return Self.row([
            String(part), what, "\(Self.text(value)) \(unit)", beside, ratio.map(Self.text) ?? "", goalText ?? "",
            verdict,
        ])
    }

    var goalText: String? {
        guard let goal else { return nil }
        let suffix = isGoalForRatio ? "" : " \(unit)"
        switch goal {
        case .atMost(let limit): return "≤ \(Self.text(limit))\(suffix)"
        case .atLeast(let limit): return "≥ \(Self.text(limit))\(suffix)"
        }
    }

    private static func row(_ cells: [String]) -> String {
        let widths = [2, 72, 14, 44, 8, 12, 6]
        let padded = zip(cells, widths).map { cell, width in
            cell + String(repeating: " ", count: max(0, width - cell.count))
        }
        return padded.joined(separator: " | ").trimmingCharacters(in: .whitespaces)
    }

    /// Three digits that count, which is more than is certain.
    static func text(_ value: Double) -> String {
        guard value.isFinite else { return "-" }
        if value == value.rounded(), abs(value) < 1e6 { return String(Int(value)) }
        let digits = max(0, 2 - Int(floor(log10(max(abs(value), 0.001)))))
        return String(format: "%.\(digits)f", value)
    }
}
