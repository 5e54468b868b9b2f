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

    @Test("One connection more than allowed ends the oldest that waits for no answer, and is served")
    func tooMany() async throws {
        var limits = ServerLimits(headerSize: 256 * 1024, bodySize: 16 * 1024 * 1024)
        limits.connections = 2
        try await withServer(limits) { server in
            let clients = try (0..<2).map { _ in try RawClient(port: server.port) }
            // Both are known to the server once it has answered them.
            for client in clients { #expect(try await client.status(of: get) == 200) }
            let third = try RawClient(port: server.port)
            #expect(try await third.status(of: get) == 200)
            #expect(try await clients[0].rest().isEmpty)
            #expect(try await clients[1].status(of: get) == 200)
        }
    }

    @Test("One connection more than allowed is closed at once where all others wait for their answers")
    func allAnswering() async throws {
        var limits = ServerLimits(headerSize: 256 * 1024, bodySize: 1024)
        limits.connections = 2
        let gate = Gate()
        let server = try LoopbackServer(limits: limits, clock: ManualClock()) { head, _ in
            if head.target == "/" { await gate.wait() }
            return .response(PlainResponse(status: 204))
        }
        let clients = try (0..<2).map { _ in try RawClient(port: server.port) }
        for client in clients { try await client.send(get) }
        await gate.waitForWaiters(2)
        let other = get.replacing("GET /", with: "GET /other")
        #expect(try await RawClient(port: server.port).status(of: other) == nil)
        gate.open()
        for client in clients { #expect(try await client.response()?.status == 204) }
        await onOwnThread { server.stop() }
    }

    @Test("A server that makes room can be ended at any time", arguments: [true, false])
    func endWhileFlooded(isPatient: Bool) async throws {
        var limits = ServerLimits(headerSize: 256 * 1024, bodySize: 1024)
        limits.connections = 1
        for round in 0..<50 {
            let server = try LoopbackServer(limits: limits, clock: ManualClock()) { _, _ in
                .response(PlainResponse(status: 204))
            }
            let clients = try (0..<round).map { _ in try RawClient(port: server.port) }
            await onOwnThread { if isPatient { server.finish() } else { server.stop() } }
            for client in clients { #expect(try await client.rest().isEmpty) }
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

    @Test("Finishing lets a request that is being answered have its answer, and ends idle and half-sent ones at once")
    func finish() async throws {
        let gate = Gate()
        let limits = ServerLimits(headerSize: 256 * 1024, bodySize: 1024)
        let server = try LoopbackServer(limits: limits, clock: ManualClock()) { head, _ in
            if head.target == "/held" { await gate.wait() }
            return .response(PlainResponse(body: Data("answer".utf8)))
        }
        let clients = try (0..<3).map { _ in try RawClient(port: server.port) }
        #expect(try await clients[0].status(of: get) == 200)
        try await clients[1].send("GET / HTTP/1.1\r\nHo")
        try await clients[2].send("GET /held HTTP/1.1\r\nHost: h\r\n\r\n")
        await gate.waitForWaiters()
        async let finished: Void = onOwnThread { server.finish() }
        for client in clients[..<2] { #expect(try await client.rest().isEmpty) }
        gate.open()
        #expect(try await clients[2].rest().hasSuffix("\r\n\r\nanswer"))
        await finished
        #expect(throws: (any Error).self) { try RawClient(port: server.port) }
    }

    @Test("Stopping cuts a finish short that waits for a handler")
    func stopWhileFinishing() async throws {
        let gate = Gate()
        let limits = ServerLimits(headerSize: 256 * 1024, bodySize: 1024)
        let server = try LoopbackServer(limits: limits, clock: ManualClock()) { _, _ in
            await gate.wait()
            return .response(PlainResponse())
        }
        let client = try RawClient(port: server.port)
        try await client.send(get)
        await gate.waitForWaiters()
        async let finished: Void = onOwnThread { server.finish() }
        await onOwnThread { server.stop() }
        await finished
        #expect(try await client.rest().isEmpty)
    }

    @Test("A handler can tell whether its client is still there", arguments: [true, false])
    func clientThere(stays: Bool) async throws {
        let (gate, isThere) = (Gate(), Gate())
        let limits = ServerLimits(headerSize: 256 * 1024, bodySize: 1024)
        let server = try LoopbackServer(
            limits: limits, clock: ManualClock(),
            exchangeHandler: { exchange in
                await gate.wait()
                // The system may take a moment to bring the end over.
                while !stays && exchange.isClientThere() { await Task.yield() }
                if exchange.isClientThere() { isThere.open() }
                return .response(PlainResponse())
            })
        let client = try RawClient(port: server.port)
        try await client.send(get)
        await gate.waitForWaiters()
        if !stays { client.finishSending() }
        gate.open()
        #expect(try await client.response()?.status == 200)
        #expect(isThere.isOpen == stays)
        await onOwnThread { server.stop() }
    }
}
