/// The bytes that a client sends, cut into lines and blocks.
struct HTTPInput {
    /// Waits for more bytes; none mean the end.
    private let receive: () -> [UInt8]
    private var buffer: ArraySlice<UInt8> = []

    init(_ receive: @escaping () -> [UInt8]) { self.receive = receive }

    /// Whether bytes are here that nobody has asked for yet.
    var hasBufferedBytes: Bool { !buffer.isEmpty }

    /// Waits for the first byte of a request, without taking it.
    ///
    /// - Returns: `false` at the end.
    mutating func waitForBytes() -> Bool { !buffer.isEmpty || fill() }

    /// The next line, without its end, which is CRLF or a bare LF.
    ///
    /// - Parameter budget: How many bytes it may have; what it has is taken off.
    mutating func line(budget: inout Int, excess: HTTPFault) throws(HTTPFault) -> ArraySlice<UInt8> {
        var searched = buffer.startIndex
        while true {
            if let end = buffer[searched...].firstIndex(of: 0x0A) {
                let line = buffer[..<end]
                buffer = buffer[(end + 1)...]
                budget -= line.count + 1
                if budget < 0 { throw excess }
                return line.last == 0x0D ? line.dropLast() : line
            }
            if buffer.count > budget { throw excess }
            let scanned = buffer.count
            guard fill() else { throw HTTPFault.malformed("the request is incomplete") }
            searched = buffer.startIndex + scanned
        }
    }

    /// The next block of so many bytes.
    mutating func block(_ count: Int) throws(HTTPFault) -> ArraySlice<UInt8> {
        while buffer.count < count {
            guard fill() else { throw HTTPFault.malformed("the request is incomplete") }
        }
        let block = buffer.prefix(count)
        buffer = buffer.dropFirst(count)
        return block
    }

    private mutating func fill() -> Bool {
        let bytes = receive()
        if buffer.isEmpty { buffer = bytes[...] } else { buffer += bytes }
        return !bytes.isEmpty
    }
}
