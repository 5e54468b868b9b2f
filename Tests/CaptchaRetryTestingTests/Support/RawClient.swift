import Foundation

@testable import CaptchaRetryTesting

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// A client that sends bytes as they are given, for what no proper HTTP client would send.
final class RawClient: Sendable {
    let socket: LoopbackSocket

    init(port: Int) throws(LoopbackError) {
        socket = try LoopbackSocket.make()
        var address = LoopbackSocket.loopbackAddress(port: UInt16(truncatingIfNeeded: port))
        do {
            try LoopbackSocket.check(
                "connect", LoopbackSocket.withSocketAddress(&address) { connect(socket.descriptor, $0, $1) })
        } catch {
            socket.closeDescriptor()
            throw error
        }
    }

    deinit { socket.closeDescriptor() }

    func send(_ text: String) { socket.sendBytes(Array(text.utf8)) }

    /// Waits until there is one whole response, or the end.
    func response() -> RawResponse? {
        var bytes: [UInt8] = []
        while true {
            if let response = RawResponse(bytes) { return response }
            let more = socket.receiveBytes()
            if more.isEmpty { return nil }
            bytes += more
        }
    }

    /// Everything until the server ends the connection.
    func rest() -> String {
        var bytes: [UInt8] = []
        while true {
            let more = socket.receiveBytes()
            if more.isEmpty { return String(decoding: bytes, as: UTF8.self) }
            bytes += more
        }
    }

    /// Sends one request and gives everything that comes back until the connection ends.
    static func exchange(_ request: String, port: Int) throws -> String {
        let client = try RawClient(port: port)
        client.send(request)
        return client.rest()
    }
}

/// A response with a `Content-Length`.
struct RawResponse {
    let head: String
    let body: String

    init?(_ bytes: [UInt8]) {
        let parts = String(decoding: bytes, as: UTF8.self).components(separatedBy: "\r\n\r\n")
        guard parts.count >= 2 else { return nil }
        head = parts[0]
        body = parts[1...].joined(separator: "\r\n\r\n")
        let length = head.components(separatedBy: "\r\n").first { $0.hasPrefix("Content-Length: ") }
        guard body.utf8.count >= length.flatMap({ Int($0.dropFirst("Content-Length: ".count)) }) ?? 0 else {
            return nil
        }
    }

    var status: Int? { head.split(separator: " ").dropFirst().first.flatMap { Int($0) } }
}
