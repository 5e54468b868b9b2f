import CaptchaRetry
import Foundation
import LoopbackHTTP
import Testing

@Suite("HTTPRequestReader")
struct HTTPRequestReaderTests {
    private struct Parsed: Hashable {
        var head: HTTPRequestHead
        var body: Data
        var wentAhead = 0
    }

    /// Reads everything from a text that arrives in pieces of a size.
    private func read(
        _ text: String, piece: Int = .max,
        limits: ServerLimits = ServerLimits(headerSize: 256 * 1024, bodySize: 16 * 1024 * 1024)
    ) throws(HTTPFault) -> [Parsed] {
        try read(Array(text.utf8), piece: piece, limits: limits)
    }

    private func read(_ bytes: [UInt8], piece: Int, limits: ServerLimits) throws(HTTPFault) -> [Parsed] {
        var rest = bytes[...]
        var reader = HTTPRequestReader(limits: limits) {
            defer { rest = rest.dropFirst(piece) }
            return Array(rest.prefix(piece))
        }
        var parsed: [Parsed] = []
        while let head = try reader.head() {
            var wentAhead = 0
            let body = try reader.body(of: head) { wentAhead += 1 }
            parsed.append(Parsed(head: head, body: body, wentAhead: wentAhead))
        }
        return parsed
    }

    private func status(
        _ text: String, limits: ServerLimits = ServerLimits(headerSize: 256 * 1024, bodySize: 16 * 1024 * 1024)
    ) -> Int? {
        do {
            _ = try read(text, limits: limits)
            return nil
        } catch { return error.status }
    }

    @Test("Requests one behind the other are read the same, in whatever pieces they arrive")
    func pieces() throws {
        let text =
            "\r\nPOST /a HTTP/1.1\r\nHost: h\r\nContent-Length: 3\r\n\r\nabc"
            + "PUT /b?c HTTP/1.1\r\nhost:h\r\nTransfer-Encoding: Chunked\r\n\r\n2;x=y\r\nde\r\n0A \r\n0123456789\r\n0\r\nT: t\r\n\r\n"
            + "GET /d HTTP/1.1\nHost: \t h \t\nX: \n\n"
            + "GET /e HTTP/1.0\r\n\r\n"
        let whole = try read(text)
        #expect(whole.map(\.head.target) == ["/a", "/b?c", "/d", "/e"])
        #expect(whole.map(\.body) == ["abc", "de0123456789", "", ""].map { Data($0.utf8) })
        #expect(whole[2].head.headerFields == ["Host": "h", "X": ""])
        #expect(whole.map(\.head.keepsConnection) == [true, true, true, false])
        for piece in 1...40 { #expect(try read(text, piece: piece) == whole) }
    }

    @Test(
        "What is no request is refused with 400",
        arguments: [
            "GARBAGE\r\n\r\n", "GET /\r\n\r\n", "GET  / HTTP/1.1\r\nHost: h\r\n\r\n", " / HTTP/1.1\r\nHost: h\r\n\r\n",
            "GET / HTTP/1.1 \r\nHost: h\r\n\r\n", "GET / XYZ\r\nHost: h\r\n\r\n", "G@T / HTTP/1.1\r\nHost: h\r\n\r\n",
            "GET x HTTP/1.1\r\nHost: h\r\n\r\n", "CONNECT h:443 HTTP/1.1\r\nHost: h\r\n\r\n",
            "GET /\u{1} HTTP/1.1\r\nHost: h\r\n\r\n", "GET / HTTP/1.1\r\n\r\n",
            "GET / HTTP/1.1\r\nHost: h\r\nHost: h\r\n\r\n", "GET / HTTP/1.1\r\nHost: h\r\nnothing\r\n\r\n",
            "GET / HTTP/1.1\r\nHost: h\r\nX : y\r\n\r\n", "GET / HTTP/1.1\r\nHost: h\r\nX: a\r\n b\r\n\r\n",
            "GET / HTTP/1.1\r\nHost: h\r\n: y\r\n\r\n", "GET / HTTP/1.1\r\nHost: h\r\nX: a\u{0}b\r\n\r\n",
            "GET / HTTP/1.1\r\nHost: h\r\nX: a\rY: b\r\n\r\n",
            "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: x\r\n\r\n",
            "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: -1\r\n\r\n",
            "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: +1\r\n\r\na",
            "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab",
            "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
            "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 5\r\n\r\nabc",
            "POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\nx\r\n\r\n",
            "POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n\r\n",
            "POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n-1\r\na\r\n0\r\n\r\n",
            "POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nab\r\n0\r\n\r\n",
            "POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n",
            "GET / HTTP/1.1\r\nHost: h", "GET",
        ])
    func malformed(text: String) {
        #expect(status(text) == 400)
    }

    @Test("What is HTTP, but not spoken here, is refused with its own status")
    func unsupported() {
        #expect(status("GET / HTTP/2.0\r\nHost: h\r\n\r\n") == 505)
        #expect(status("POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: gzip\r\n\r\n") == 501)
        #expect(status("POST / HTTP/1.1\r\nHost: h\r\nExpect: magic\r\n\r\n") == 417)
    }

    @Test("Header and body may be as large as the limits, and no larger")
    func limits() throws {
        var limits = ServerLimits(headerSize: 256 * 1024, bodySize: 16 * 1024 * 1024)
        limits.headerSize = 100
        limits.bodySize = 10
        let frame = "GET / HTTP/1.1\r\nHost: h\r\nX: \r\n\r\n"
        func header(_ size: Int) -> String {
            frame.replacingOccurrences(of: "X: ", with: "X: " + String(repeating: "x", count: size - frame.utf8.count))
        }
        #expect(status(header(100), limits: limits) == nil)
        #expect(status(header(101), limits: limits) == 431)
        #expect(status("GET /" + String(repeating: "x", count: 200), limits: limits) == 431)
        #expect(status(String(repeating: "\r\n", count: 100), limits: limits) == 431)

        let post = "POST / HTTP/1.1\r\nHost: h\r\n"
        func sized(_ size: String) -> String { post + "Content-Length: \(size)\r\n\r\n0123456789" }
        #expect(status(sized("10"), limits: limits) == nil)
        #expect(status(sized("11"), limits: limits) == 413)
        #expect(status(sized("99999999999999999999999"), limits: limits) == 413)
        let chunked = post + "Transfer-Encoding: chunked\r\n\r\n5\r\n01234\r\n"
        #expect(status(chunked + "5\r\n56789\r\n0\r\n\r\n", limits: limits) == nil)
        #expect(status(chunked + "6\r\n567890\r\n0\r\n\r\n", limits: limits) == 413)
        #expect(status(chunked + "7FFFFFFFFFFFFFFF\r\n", limits: limits) == 413)
        #expect(status(chunked + "FFFFFFFFFFFFFFFFFFFF\r\n", limits: limits) == 413)
        #expect(status(chunked + "0\r\n" + String(repeating: "T: t\r\n", count: 100), limits: limits) == 431)
    }

    @Test("A client that waits to be told to go ahead is told so, unless its body is there or too large")
    func expectContinue() throws {
        var limits = ServerLimits(headerSize: 256 * 1024, bodySize: 16 * 1024 * 1024)
        limits.bodySize = 3
        let head = "POST / HTTP/1.1\r\nHost: h\r\nExpect: 100-Continue\r\nContent-Length: 3\r\n\r\n"
        #expect(try read(head + "abc", piece: head.utf8.count).map(\.wentAhead) == [1])
        #expect(try read(head + "abc").map(\.wentAhead) == [0])
        #expect(status(head.replacingOccurrences(of: ": 3", with: ": 4"), limits: limits) == 413)
        let empty = head.replacingOccurrences(of: ": 3", with: ": 0")
        #expect(try read(empty).map(\.wentAhead) == [0])
    }

    @Test("The whole URL that a proxy's client sends counts from its path on")
    func absoluteForm() throws {
        func target(_ text: String) throws(HTTPFault) -> String? {
            try read("GET \(text) HTTP/1.1\r\nHost: h\r\n\r\n").first?.head.target
        }
        #expect(try target("http://h:1/a?b") == "/a?b")
        #expect(try target("HTTP://h") == "/")
        #expect(try target("http://h?x") == "/?x")
        #expect(try target("*") == "*")
    }

    @Test("Whatever bytes come, reading ends with requests or a fault", arguments: [UInt64(1), 2, 3])
    func fuzz(seed: UInt64) {
        var random = SplitMix(state: seed)
        let seeds = [
            "POST /a?b=c HTTP/1.1\r\nHost: h\r\nContent-Length: 3\r\nConnection: close\r\n\r\nabc",
            "PUT /b HTTP/1.1\r\nhost:h\r\nTransfer-Encoding: chunked\r\nExpect: 100-continue\r\n\r\n2\r\nde\r\n0\r\n\r\n",
        ].map { Array($0.utf8) }
        var limits = ServerLimits(headerSize: 256 * 1024, bodySize: 16 * 1024 * 1024)
        limits.headerSize = 300
        limits.bodySize = 3
        var (requests, faults) = (0, Set<Int>())
        for round in 0..<3_000 {
            var bytes = seeds[round % seeds.count]
            for _ in 0..<Int.random(in: 0...3, using: &random) {
                let place = Int.random(in: 0..<bytes.count, using: &random)
                switch Int.random(in: 0...2, using: &random) {
                case 0: bytes[place] = UInt8.random(in: .min ... .max, using: &random)
                case 1: bytes.remove(at: place)
                default: bytes.insert(contentsOf: bytes[place...].prefix(5), at: place)
                }
            }
            do {
                requests += try read(bytes, piece: Int.random(in: 1...90, using: &random), limits: limits).count
            } catch { faults.insert(error.status) }
        }
        #expect(requests > 300, "seed \(seed)")
        #expect(faults.isSuperset(of: [400, 413, 501]), "seed \(seed)")
    }

    /// Numbers that are the same in every run.
    private struct SplitMix: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
            mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
            return mixed ^ (mixed >> 31)
        }
    }
}
