import CaptchaRetry
import Foundation
import TestSupport
import Testing

@testable import CaptchaRetryTesting

// Serialized, so that the hundreds of clients of one test are not counted by another.
@Suite("LoopbackUpstream from start to stop", .serialized, .timeLimit(.minutes(60)))
struct LoopbackLifecycleTests {
    private let get = "GET / HTTP/1.1\r\nHost: h\r\n\r\n"

    @Test("It listens from start to stop, both of which may be called twice, and can be started again")
    func startAndStop() async throws {
        let upstream = LoopbackUpstream { _ in .status(204) }
        #expect(upstream.port == 0)
        upstream.stop()
        try upstream.start()
        let port = upstream.port
        #expect(port > 0)
        #expect(upstream.baseURL.absoluteString == "http://127.0.0.1:\(port)")
        try upstream.start()
        #expect(upstream.port == port)
        #expect(try await RawClient(port: port).status(of: get) == 204)
        upstream.stop()
        upstream.stop()
        #expect(upstream.port == port)
        try upstream.start()
        #expect(try await RawClient(port: upstream.port).status(of: get) == 204)
        #expect(upstream.requests.count == 2)
        upstream.stop()
    }

    @Test("Stopping ends idle connections, half-sent requests and those whose rules are at work")
    func stopEndsConnections() async throws {
        let (gate, left) = (Gate(), Gate())
        let upstream = LoopbackUpstream { request in
            if request.path == "/idle" { return .status(204) }
            if await gate.wait() == false { left.open() }
            return .status(200)
        }
        try upstream.start()
        let clients = try (0..<3).map { _ in try RawClient(port: upstream.port) }
        #expect(try await clients[0].status(of: "GET /idle HTTP/1.1\r\nHost: h\r\n\r\n") == 204)
        try await clients[1].send("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 9\r\n\r\nabc")
        try await clients[2].send(get)
        await gate.waitForWaiters()
        upstream.stop()
        // The rule was cancelled: it left the gate, which nobody has opened.
        #expect(await left.wait())
        for client in clients { #expect(try await client.rest().contains(" 200 ") == false) }
    }

    @Test("Stopping does not wait for a rule that takes no notice of its cancellation")
    func stubbornRule() async throws {
        let gate = Gate()
        let upstream = LoopbackUpstream { _ in
            await Task { await gate.wait() }.value ? .status(200) : .status(500)
        }
        try upstream.start()
        let client = try RawClient(port: upstream.port)
        try await client.send(get)
        await gate.waitForWaiters()
        upstream.stop()
        #expect(try await client.rest() == "")
        gate.open()
    }

    @Test("Several tasks may stop it at the same time, also from inside of a rule")
    func concurrentStops() async throws {
        for _ in 0..<30 {
            let holder = Gate()
            let upstream = LoopbackUpstream { _ in
                await holder.wait()
                return .status(200)
            }
            try upstream.start()
            let client = try RawClient(port: upstream.port)
            try await client.send(get)
            await holder.waitForWaiters()
            await withTaskGroup { group in
                for _ in 0..<4 { group.addTask { upstream.stop() } }
                group.addTask { holder.open() }
            }
            _ = try await client.rest()
        }
    }

    @Test("An upstream that nobody holds any more stops by itself")
    func deinitialization() async throws {
        var upstream: LoopbackUpstream? = LoopbackUpstream { _ in .status(204) }
        try upstream?.start()
        let client = try RawClient(port: upstream?.port ?? 0)
        #expect(try await client.status(of: get) == 204)
        upstream = nil
        #expect(try await client.rest() == "")
    }

    @Test("The scoped form stops the upstream also when its body throws")
    func scopeThatThrows() async throws {
        struct BodyError: Error {}
        var client: RawClient?
        await #expect(throws: BodyError.self) {
            try await LoopbackUpstream.withUpstream { _ in
                .status(204)
            } run: { upstream in
                client = try RawClient(port: upstream.port)
                #expect(try await client?.status(of: get) == 204)
                throw BodyError()
            }
        }
        #expect(try await client?.rest() == "")
    }

    @Test("Hundreds of clients that go away at any point do no harm")
    func abruptClients() async throws {
        let gate = Gate()
        try await LoopbackUpstream.withUpstream { request in
            if request.path == "/wait" { await gate.wait() }
            return .body(Data(count: 200_000), type: "application/octet-stream")
        } run: { upstream in
            let port = upstream.port
            let starts = ["", "GE", get, "GET /wait HTTP/1.1\r\nHost: h\r\n\r\n", get + get + get, "junk\r\n\r\n"]
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<400 {
                    group.addTask {
                        let client = try RawClient(port: port)
                        try await client.send(starts[number % starts.count])
                        if number % 2 == 0 { client.resetOnClose() }
                    }
                }
                try await group.waitForAll()
            }
            gate.open()
            #expect(try await RawClient(port: port).status(of: get) == 200)
        }
    }

    #if os(Linux)
        @Test("When it is stopped, none of its sockets is left")
        func descriptors() async throws {
            let upstream = LoopbackUpstream { _ in .status(204) }
            try upstream.start()
            let clients = try (0..<10).map { _ in try RawClient(port: upstream.port) }
            for client in clients { #expect(try await client.status(of: get) == 204) }
            let before = OpenDescriptors.sockets(onPort: upstream.port)
            #expect(before.count == 11)
            upstream.stop()
            #expect(OpenDescriptors.all().isDisjoint(with: before))
            // In optimised code they would have closed their ends by themselves.
            withExtendedLifetime(clients) {}
        }

        @Test("Starting and stopping over and over leaves no descriptors and no threads behind")
        func manyLives() async throws {
            let (descriptors, threads) = (OpenDescriptors.all().count, OpenDescriptors.threadCount)
            for _ in 0..<600 {
                let upstream = LoopbackUpstream { _ in .status(204) }
                try upstream.start()
                let client = try RawClient(port: upstream.port)
                #expect(try await client.status(of: get) == 204)
                upstream.stop()
            }
            // Other tests run at the same time, with descriptors and threads of theirs; one left a life would make 600.
            #expect(OpenDescriptors.all().count < descriptors + 500)
            #expect(OpenDescriptors.threadCount < threads + 500)
        }
    #endif
}
