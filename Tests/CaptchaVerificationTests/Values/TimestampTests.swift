import Foundation
import Testing

@testable import CaptchaVerification

@Suite("Times of providers")
struct TimestampTests {
    @Test(
        "A time is read, with decimals and offset",
        arguments: [
            ("1970-01-01T00:00:00Z", 0.0), ("2025-01-01T12:00:00Z", 1_735_732_800),
            ("2025-01-01T12:00:00.5Z", 1_735_732_800.5), ("2025-01-01T12:00:00.250000000Z", 1_735_732_800.25),
            ("2025-01-01t12:00:00z", 1_735_732_800), ("2025-01-01 12:00:00+00:00", 1_735_732_800),
            ("2025-01-01T15:30:00+03:30", 1_735_732_800), ("2025-01-01T04:00:00-0800", 1_735_732_800),
            ("2024-02-29T23:59:60Z", 1_709_251_200), ("2024-03-01T00:00:00Z", 1_709_251_200),
            ("2000-02-29T00:00:00Z", 951_782_400), ("1969-12-31T23:59:59Z", -1),
            ("0001-01-01T00:00:00Z", -62_135_596_800), ("9999-12-31T23:59:59Z", 253_402_300_799),
        ])
    func read(text: String, seconds: Double) {
        #expect(Timestamp.date(text)?.timeIntervalSince1970 == seconds)
    }

    @Test("Every day of four hundred years is read as Foundation has it")
    func days() throws {
        let start = try #require(Timestamp.date("1900-03-01T00:00:00Z"))
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = try #require(TimeZone(secondsFromGMT: 0))
        for day in stride(from: 0, to: 146_097, by: 17) {
            let date = start.addingTimeInterval(Double(day) * 86_400)
            let parts = calendar.dateComponents([.year, .month, .day], from: date)
            let text = [parts.year, parts.month, parts.day].map { number in
                let text = String(number ?? 0)
                return text.count == 1 ? "0" + text : text
            }
            #expect(Timestamp.date(text.joined(separator: "-") + "T00:00:00Z") == date)
        }
    }

    @Test(
        "Anything else is no time",
        arguments: [
            "", "Z", "0000-01-01T00:00:00Z", "2025-01-01", "2025-01-01T12:00:00", "2025-13-01T12:00:00Z",
            "2025-00-01T12:00:00Z", "2025-01-32T12:00:00Z", "2025-01-01T24:00:00Z", "2025-01-01T12:60:00Z",
            "2025-01-01T12:00:61Z", "2025-01-01T12:00:00.Z", "2025-01-01T12:00:00+3", "2025-01-01T12:00:00+99999",
            "2025-01-01T12:00:00ZZ", "+025-01-01T12:00:00Z", "२०२५-01-01T12:00:00Z", "1735732800000000000000",
            "2025/01/01T12:00:00Z",
        ])
    func unreadable(text: String) {
        #expect(Timestamp.date(text) == nil)
    }

    @Test("A text of a megabyte is no time")
    func long() {
        #expect(Timestamp.date("2025-01-01T12:00:00." + String(repeating: "0", count: 1 << 20) + "Z") == nil)
    }
}
