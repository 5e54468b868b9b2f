import Foundation

/// Reads the times of providers: `2025-01-01T12:00:00Z`, with any number of decimals, or with `+03:00` in place of `Z`.
///
/// By hand, since Foundation's formats differ between systems in how many decimals they take.
enum Timestamp {
    static func date(_ text: String) -> Date? {
        let bytes = Array(text.utf8.prefix(64))
        guard bytes.count >= 20, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-"),
            "Tt ".utf8.contains(bytes[10]), bytes[13] == UInt8(ascii: ":"), bytes[16] == UInt8(ascii: ":")
        else { return nil }
        guard let year = number(bytes[0..<4]), let month = number(bytes[5..<7]), let day = number(bytes[8..<10]),
            let hour = number(bytes[11..<13]), let minute = number(bytes[14..<16]), let second = number(bytes[17..<19]),
            year > 0, (1...12).contains(month), (1...31).contains(day), hour < 24, minute < 60, second <= 60
        else { return nil }
        var rest = bytes[19...]
        var fraction = 0.0
        if rest.first == UInt8(ascii: ".") {
            let digits = rest.dropFirst().prefix { (0x30...0x39).contains($0) }
            guard !digits.isEmpty else { return nil }
            fraction = Double("0." + String(decoding: digits, as: UTF8.self)) ?? 0
            rest = rest[digits.endIndex...]
        }
        guard let offset = offset(rest) else { return nil }
        // An `Int` of 32 bits, as most watches have it, ends in 2038.
        let seconds = Double(days(year, month, day)) * 86_400 + Double(hour * 3600 + minute * 60 + second - offset)
        return Date(timeIntervalSince1970: seconds + fraction)
    }

    /// The seconds that a place is ahead of Greenwich: of `Z`, `+03:00` or `+0300`.
    private static func offset(_ text: ArraySlice<UInt8>) -> Int? {
        guard let sign = text.first else { return nil }
        if text.count == 1 { return "Zz".utf8.contains(sign) ? 0 : nil }
        let digits = text.dropFirst().filter { $0 != UInt8(ascii: ":") }
        guard "+-".utf8.contains(sign), digits.count == 4, let hours = number(digits[0..<2]),
            let minutes = number(digits[2..<4])
        else { return nil }
        return (hours * 3600 + minutes * 60) * (sign == UInt8(ascii: "-") ? -1 : 1)
    }

    private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
        var value = 0
        for digit in digits {
            guard (0x30...0x39).contains(digit) else { return nil }
            value = value * 10 + Int(digit - 0x30)
        }
        return value
    }

    /// Days since 1970-01-01 in the Gregorian calendar, counted in years that begin in March: a leap day ends them.
    private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
        let marchYear = month > 2 ? year : year - 1
        let monthsSinceMarch = (month + 9) % 12
        let leapDays = marchYear / 4 - marchYear / 100 + marchYear / 400
        return marchYear * 365 + leapDays + (monthsSinceMarch * 153 + 2) / 5 + day - 719_469
    }
}
