import TestSupport
import Testing

@testable import CaptchaSolvers

@Suite("Waiting for a descriptor", .timeLimit(.minutes(60)))
struct ReadinessTests {
    typealias Look = @Sendable (Int32, Readiness.Direction, Int32, Bool) -> Readiness

    /// Both ways, so that the one for Apple's devices is tested everywhere.
    static let ways: [(String, Look)] = [
        ("poll", { Readiness.of($0, for: $1, cancellation: $2, isPatient: $3) }),
        ("select", { Readiness.selected($0, for: $1, cancellation: $2, isPatient: $3) }),
    ]

    @Test("A look finds bytes, the end of the input, a full pipe and nothing", arguments: ways)
    func look(way: (name: String, of: Look)) throws {
        let pipe = try TestPipe()
        #expect(way.of(pipe.readEnd, .reading, -1, false) == .notReady)
        #expect(way.of(pipe.writeEnd, .writing, -1, false) == .ready)
        try pipe.fill()
        #expect(way.of(pipe.readEnd, .reading, -1, false) == .ready)
        #expect(way.of(pipe.writeEnd, .writing, -1, false) == .notReady)
        let ended = try TestPipe()
        try ended.closeWriteEnd()
        #expect(way.of(ended.readEnd, .reading, -1, false) == .ready)
    }

    @Test("A closed descriptor is found closed", arguments: ways)
    func closed(way: (name: String, of: Look)) {
        #expect(way.of(999_983, .reading, -1, true) == .closed)
        #expect(way.of(-1, .reading, -1, true) == .closed)
    }

    @Test("Cancellation ends a wait that has begun or begins later, and goes before bytes", arguments: ways)
    func cancellation(way: (name: String, of: Look)) async throws {
        let idle = try TestPipe()
        let cancellation = try #require(CancellationPipe())
        async let wait = onOwnThread { way.of(idle.readEnd, .reading, cancellation.readEnd, true) }
        cancellation.cancel()
        #expect(await wait == .cancelled)
        #expect(way.of(idle.readEnd, .reading, cancellation.readEnd, true) == .cancelled)
        try idle.write("x")
        #expect(way.of(idle.readEnd, .reading, cancellation.readEnd, false) == .cancelled)
    }

    @Test("A wait ends when bytes come", arguments: ways)
    func bytes(way: (name: String, of: Look)) async throws {
        let pipe = try TestPipe()
        let cancellation = try #require(CancellationPipe())
        async let wait = onOwnThread { way.of(pipe.readEnd, .reading, cancellation.readEnd, true) }
        try pipe.write("x")
        #expect(await wait == .ready)
    }
}
