import CaptchaRetry
import CaptchaRetryTesting
import Foundation
import LoopbackHTTP
import TestSupport
import Testing

@Suite("LoopbackServer")
struct LoopbackServerTests {
    private let get = "GET / HTTP/1.1\r\nHost: h\r\n\r\n"

    private func withServer(
        _ limits: ServerLimits, clock: ManualClock = ManualClock(), run: (LoopbackServer) async throws -> Void
    ) async throws {
        let server = try LoopbackServer(limits: limits, clock: clock) { _, body in
            .response(PlainResponse(body: body))
        }
        defer { server.stop() }
        try await run(server)
    }

    @Test("One connection more than allowed is closed at once, and the others are served")
    func tooMany() async throws {
        var limits = ServerLimits(headerSize: 256 * 1024, bodySize: 16 * 1024 * 1024)
        limits.connections = 2
        try await withServer(limits) { server in
            let clients = try (0..<2).map { _ in try RawClient(port: server.port) }
            // Both are known to the server once it has answered them.
            for client in clients { #expect(try await client.status(of: get) == 200) }
            let third = try RawClient(port: server.port)
            #expect(try await third.rest().isEmpty)
            for client in clients { #expect(try await client.status(of: get) == 200) }
        }
    }

    @Test("A client that does not finish its request in time is cut off, and another one is served")
    func slow() async throws {
        var limits = ServerLimits(headerSize: 256 * 1024, bodySize: 16 * 1024 * 1024)
        limits.patience = .seconds(10)
        let clock = ManualClock()
        try await withServer(limits, clock: clock) { server in
            let slow = try RawClient(port: server.port)
            try await slow.send("GET / HTTP/1.1\r\nHo")
            await clock.waitForSleepers()
            clock.advance(by: .seconds(10))
            #expect(try await slow.rest().isEmpty)
            #expect(try await RawClient(port: server.port).status(of: get) == 200)
        }
    }

    @Test("A handler may take as long as it likes: only the client is timed")
    func slowHandler() async throws {
        var limits = ServerLimits(headerSize: 256 * 1024, bodySize: 16 * 1024 * 1024)
        limits.patience = .seconds(10)
        let (clock, gate) = (ManualClock(), Gate())
        let server = try LoopbackServer(limits: limits, clock: clock) { _, _ in
            _ = await gate.wait()
            return .response(PlainResponse(status: 204))
        }
        defer { server.stop() }
        let client = try RawClient(port: server.port)
        try await client.send(get)
        await gate.waitForWaiters()
        clock.advance(by: .seconds(3600))
        gate.open()
        #expect(try await client.response()?.status == 204)
    }
}
