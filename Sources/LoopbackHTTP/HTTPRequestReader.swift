package import Foundation

/// Reads one request after the other from a connection.
package struct HTTPRequestReader {
    private var input: HTTPInput
    private let limits: ServerLimits

    package init(limits: ServerLimits, receive: @escaping () -> [UInt8]) {
        self.input = HTTPInput(receive)
        self.limits = limits
    }

    /// The next request's head, or `nil` when the client sends no more.
    package mutating func head() throws(HTTPFault) -> HTTPRequestHead? {
        let excess = HTTPFault(status: 431, reason: "the header is too large")
        var budget = limits.headerSize
        guard input.waitForBytes() else { return nil }
        var requestLine = try input.line(budget: &budget, excess: excess)
        while requestLine.isEmpty {
            // Old clients send an empty line after a form (RFC 9112, 2.2).
            guard input.waitForBytes() else { return nil }
            requestLine = try input.line(budget: &budget, excess: excess)
        }
        var fieldLines: [ArraySlice<UInt8>] = []
        while true {
            let line = try input.line(budget: &budget, excess: excess)
            if line.isEmpty { break }
            fieldLines.append(line)
        }
        return try HTTPRequestHead(requestLine: requestLine, fieldLines: fieldLines)
    }

    /// The body that belongs to a head.
    ///
    /// - Parameter goAhead: Tells the client to send the body that it holds back.
    package mutating func body(of head: HTTPRequestHead, goAhead: () -> Void) throws(HTTPFault) -> Data {
        if case .length(let length) = head.framing, length > limits.bodySize { throw tooLarge }
        if head.expectsContinue && head.framing != .length(0) && !input.hasBufferedBytes { goAhead() }
        switch head.framing {
        case .length(let length): return Data(try input.block(length))
        case .chunked: return try chunks()
        }
    }

    private var tooLarge: HTTPFault { HTTPFault(status: 413, reason: "the body is too large") }

    private mutating func chunks() throws(HTTPFault) -> Data {
        var body = Data()
        // Sizes, their extensions and trailers count as header: they must not grow without end either.
        var budget = limits.headerSize
        let excess = HTTPFault(status: 431, reason: "the chunks are too small for their overhead")
        while true {
            let line = try input.line(budget: &budget, excess: excess)
            let size = try chunkSize(line)
            if size == 0 { break }
            // Not a sum: it could overflow.
            guard size <= limits.bodySize - body.count else { throw tooLarge }
            body += try input.block(size)
            guard try input.line(budget: &budget, excess: excess).isEmpty else {
                throw HTTPFault.malformed("a chunk is longer than its size")
            }
        }
        while try !input.line(budget: &budget, excess: excess).isEmpty {}
        return body
    }

    private func chunkSize(_ line: ArraySlice<UInt8>) throws(HTTPFault) -> Int {
        var digits = line.prefix { $0 != UInt8(ascii: ";") }
        while digits.last == UInt8(ascii: " ") || digits.last == UInt8(ascii: "\t") { digits.removeLast() }
        let text = String(decoding: digits, as: UTF8.self)
        guard !text.isEmpty, text.allSatisfy({ $0.isASCII && $0.isHexDigit }) else {
            throw HTTPFault.malformed("the size of a chunk is not one")
        }
        return Int(text, radix: 16) ?? Int.max
    }
}
