import Foundation
import LoopbackHTTP

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// A client that sends bytes as they are given, for what no proper HTTP client would send.
public final class RawClient: Sendable {
    private let socket: LoopbackSocket

    /// Connects to a port of 127.0.0.1.
    public init(port: Int) throws {
        let socket = try LoopbackSocket.make()
        var address = LoopbackSocket.loopbackAddress(port: UInt16(truncatingIfNeeded: port))
        do {
            try LoopbackSocket.check(
                "connect", LoopbackSocket.withSocketAddress(&address) { connect(socket.descriptor, $0, $1) })
        } catch {
            socket.closeDescriptor()
            throw error
        }
        // Last: an object that is whole is also deinitialised when its initialiser throws, and a descriptor that is
        // closed twice may be somebody else's the second time.
        self.socket = socket
    }

    deinit { socket.closeDescriptor() }

    /// Sends text as it is.
    public func send(_ text: String) async throws {
        _ = await onOwnThread { [self] in socket.sendBytes(Array(text.utf8)) }
    }

    /// Tells the server that no more comes.
    public func finishSending() { socket.finishSending() }

    /// Waits until there is one whole response, or the end.
    public func response() async throws -> RawResponse? {
        await onOwnThread { [self] in
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
    public func status(of request: String) async throws -> Int? {
        try await send(request)
        return try await response()?.status
    }

    /// Has the connection end with a reset instead of an orderly end.
    public func resetOnClose() {
        var option = linger(l_onoff: 1, l_linger: 0)
        _ = setsockopt(socket.descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
    }

    /// Everything until the server ends the connection.
    public func rest() async throws -> String {
        await onOwnThread { [self] in
            var bytes: [UInt8] = []
            while true {
                let more = socket.receiveBytes()
                if more.isEmpty { return String(decoding: bytes, as: UTF8.self) }
                bytes += more
            }
        }
    }

    /// Sends something, and gives everything that comes back until the server ends the connection.
    public static func exchange(_ text: String, port: Int) async throws -> String {
        let client = try RawClient(port: port)
        try await client.send(text)
        return try await client.rest()
    }
}

/// A response, whole as far as its `Content-Length` says.
public struct RawResponse: Sendable {
    /// Status line and fields.
    public let head: String
    /// The body.
    public let body: String

    init?(_ bytes: [UInt8]) {
        let parts = String(decoding: bytes, as: UTF8.self).components(separatedBy: "\r\n\r\n")
        guard parts.count >= 2 else { return nil }
        head = parts[0]
        body = parts[1...].joined(separator: "\r\n\r\n")
        guard body.utf8.count >= self["Content-Length"].flatMap({ Int($0) }) ?? 0 else { return nil }
    }

    /// The first value of a header field, or `nil`.
    public subscript(name: String) -> String? {
        let start = name.lowercased() + ":"
        let line = head.components(separatedBy: "\r\n").first { $0.lowercased().hasPrefix(start) }
        return line?.dropFirst(start.count).trimmingCharacters(in: .whitespaces)
    }

    /// The status.
    public var status: Int? { head.split(separator: " ").dropFirst().first.flatMap { Int($0) } }
}
