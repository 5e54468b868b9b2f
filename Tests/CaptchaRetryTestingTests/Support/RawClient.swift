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

    func send(_ text: String) async throws {
        _ = try await onThread { [self] in socket.sendBytes(Array(text.utf8)) }
    }

    /// Waits until there is one whole response, or the end.
    func response() async throws -> RawResponse? {
        try await onThread { [self] in
            var bytes: [UInt8] = []
            while true {
                if let response = RawResponse(bytes) { return response }
                let more = socket.receiveBytes()
                if more.isEmpty { return nil }
                bytes += more
            }
        }
    }

    /// Sends something, and waits for the status of the response.
    func status(of request: String) async throws -> Int? {
        try await send(request)
        return try await response()?.status
    }

    /// Has the connection end with a reset instead of an orderly end.
    func resetOnClose() {
        var option = linger(l_onoff: 1, l_linger: 0)
        _ = setsockopt(socket.descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
    }

    /// Everything until the server ends the connection.
    func rest() async throws -> String {
        try await onThread { [self] in
            var bytes: [UInt8] = []
            while true {
                let more = socket.receiveBytes()
                if more.isEmpty { return String(decoding: bytes, as: UTF8.self) }
                bytes += more
            }
        }
    }

    /// Sends something, and gives everything that comes back until the server ends the connection.
    static func exchange(_ text: String, port: Int) async throws -> String {
        let client = try RawClient(port: port)
        try await client.send(text)
        return try await client.rest()
    }
}

/// A response, whole as far as its `Content-Length` says.
struct RawResponse: Sendable {
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
