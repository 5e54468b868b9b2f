public import Foundation
import LoopbackHTTP

/// An upstream that speaks HTTP/1.1 on 127.0.0.1, for clients that send requests themselves.
///
/// ```swift
/// try await LoopbackUpstream.withUpstream { request in
///     request.form["captcha_key"] == "right" ? .json(#"{"response": 1}"#) : .json(challenge)
/// } run: { upstream in
///     let client = ShopClient(baseURL: upstream.baseURL, solver: StubSolver(token: "right"))
///     try await client.placeOrder()
///     #expect(upstream.requests.count == 2)
/// }
/// ```
///
/// It takes a free port by itself, so any number of them can run side by side. Rules run as tasks; sockets are served
/// by threads of their own, which hold up no task. A rule that throws is answered with status 500. A request that is no
/// valid HTTP is refused (400, 413, 431, …) and never seen by the rule.
///
/// A rule runs outside of your test's task, and goes on when its client goes away. So look at ``requests`` afterwards
/// rather than checking things inside of the rule.
///
/// Use ``ScriptedUpstream`` where no socket is needed: it is faster.
public final class LoopbackUpstream: Sendable {
    private struct State {
        var server: LoopbackServer?
        var port = 0
    }

    private let script: UpstreamScript
    private let limits: LoopbackLimits
    private let state = Monitor(State())

    /// An upstream that answers by a rule. It is not started yet.
    public init(limits: LoopbackLimits = LoopbackLimits(), _ rule: @escaping UpstreamRule) {
        script = UpstreamScript(rule)
        self.limits = limits
    }

    /// An upstream that gives these answers, in the order of the requests, and status 500 when they are used up. It is
    /// not started yet.
    public init(limits: LoopbackLimits = LoopbackLimits(), answers: [UpstreamAnswer]) {
        script = UpstreamScript(answers: answers)
        self.limits = limits
    }

    deinit { stop() }

    /// Starts listening; does nothing if it does already. After ``stop()`` it may be started again, on another port.
    ///
    /// - Throws: ``LoopbackError`` if the system has no socket for it.
    public func start() throws {
        let result = state.withLock { state in
            Result { () throws(LoopbackError) in
                guard state.server == nil else { return }
                let server = try makeServer()
                state = State(server: server, port: server.port)
            }
        }
        try result.get()
    }

    private func makeServer() throws(LoopbackError) -> LoopbackServer {
        let limits = ServerLimits(headerSize: limits.headerSize, bodySize: limits.bodySize)
        do throws(SocketError) {
            return try LoopbackServer(limits: limits) { [script] head, body in await script.answer(to: head, body: body)
            }
        } catch {
            throw LoopbackError(call: error.call, code: error.code)
        }
    }

    /// Ends all connections and threads; does nothing if it does not run.
    ///
    /// When it returns, all descriptors are closed. Rules that are still at work are cancelled, and not waited for; their
    /// clients see a lost connection.
    public func stop() {
        let server = state.withLock { state in
            defer { state.server = nil }
            return state.server
        }
        server?.stop()
    }

    /// The port that it listens on, or did until it was stopped; 0 before it is started.
    public var port: Int { state.withLock { $0.port } }

    /// `http://127.0.0.1:` with the port.
    public var baseURL: URL {
        // The text is always a URL; what stands behind it only saves a force unwrap.
        URL(string: "http://127.0.0.1:\(port)") ?? URL(fileURLWithPath: "/")
    }

    /// All requests so far, in the order in which they came; also those that are not answered yet.
    public var requests: [UpstreamRequest] { script.requests }

    /// Suspends until that many requests have come, counted from the first, or the calling task is cancelled.
    public func waitForRequests(_ count: Int = 1) async { await script.waitForRequests(count) }
}

extension LoopbackUpstream {
    /// Runs a test against an upstream with a rule, and stops it in the end.
    ///
    /// - Throws: ``LoopbackError`` if it cannot be started, or what `run` throws.
    public static func withUpstream<Result>(
        _ rule: @escaping UpstreamRule, run body: (LoopbackUpstream) async throws -> Result
    ) async throws -> Result {
        try await LoopbackUpstream(rule).running(body)
    }

    /// Runs a test against an upstream with a list of answers, and stops it in the end.
    ///
    /// - Throws: ``LoopbackError`` if it cannot be started, or what `run` throws.
    public static func withUpstream<Result>(
        answers: [UpstreamAnswer], run body: (LoopbackUpstream) async throws -> Result
    ) async throws -> Result {
        try await LoopbackUpstream(answers: answers).running(body)
    }

    private func running<Result>(_ body: (LoopbackUpstream) async throws -> Result) async throws -> Result {
        try start()
        defer { stop() }
        return try await body(self)
    }
}
