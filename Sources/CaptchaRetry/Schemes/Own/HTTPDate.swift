#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A date in the format that HTTP prefers, such as `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110, 5.6.7).
///
/// Foundation's own parser for it is not on all systems.
struct HTTPDate {
    let date: Date

    init?(_ text: String) {
        let parts = text.split(separator: " ").map(String.init)
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        guard parts.count == 6, parts[5] == "GMT", let day = Self.number(parts[1], digits: 2), (1...31).contains(day),
            let month = months.firstIndex(of: parts[2]), let year = Self.number(parts[3], digits: 4)
        else { return nil }
        let time = parts[4].split(separator: ":").compactMap { Self.number(String($0), digits: 2) }
        // A minute has 61 seconds when one is inserted.
        guard time.count == 3, time[0] < 24, time[1] < 60, time[2] <= 60 else { return nil }
        let days = Self.daysSince1970(year: year, month: month + 1, day: day)
        // An `Int` of 32 bits, as most watches have it, ends in 2038.
        date = Date(timeIntervalSince1970: Double(days) * 86_400 + Double((time[0] * 60 + time[1]) * 60 + time[2]))
    }

    private static func number(_ text: String, digits: Int) -> Int? {
        text.utf8.count == digits && text.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(text) : nil
    }

    /// Counts years from March on, so that the leap day is the last of them.
    private static func daysSince1970(year: Int, month: Int, day: Int) -> Int {
        let years = month > 2 ? year : year - 1
        let leapDays = years / 4 - years / 100 + years / 400
        let monthDays = ((month + 9) % 12 * 153 + 2) / 5
        return years * 365 + leapDays + monthDays + day - 1 - 719_468
    }
}
