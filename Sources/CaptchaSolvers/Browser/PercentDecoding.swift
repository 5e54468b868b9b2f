extension Sequence<UInt8> {
    /// The bytes that a percent-encoded text stands for, whether or not they are text. What looks like an encoding and is
    /// none stays.
    ///
    /// - Parameter plus: What a `+` stands for: a blank, in a form.
    func percentDecoded(plus: UInt8 = UInt8(ascii: "+")) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(underestimatedCount)
        var rest = Array(self)[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte == UInt8(ascii: "+") ? plus : byte)
                continue
            }
            let digits = rest.prefix(2).compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
            bytes.append(digits.count == 2 ? UInt8(digits[0] * 16 + digits[1]) : byte)
            if digits.count == 2 { rest = rest.dropFirst(2) }
        }
        return bytes
    }
}
