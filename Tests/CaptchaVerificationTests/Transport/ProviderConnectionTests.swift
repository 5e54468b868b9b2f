import CaptchaRetry
import CaptchaRetryTesting
import CaptchaVerification
import Foundation
import LoopbackHTTP
import TestSupport
import Testing

@Suite("Connections of the URLSession transport", .timeLimit(.minutes(60)))
struct ProviderConnectionTests {
    private let exchanges = AsyncStream<LoopbackExchange>.makeStream()

    /// A provider that tells of each request, and answers it when the gate is open.
    private func provider(_ gate: Gate) throws -> LoopbackServer {
        try LoopbackServer(
            limits: ServerLimits(headerSize: 64 * 1024, bodySize: 64 * 1024),
            exchangeHandler: { [exchanges] exchange in
                exchanges.continuation.yield(exchange)
                await gate.wait()
                let body = Data(SmartCaptchaVerifierTests.good.utf8)
                return .response(PlainResponse(headerFields: ["Set-Cookie": "visitor=1; Path=/"], body: body))
            })
    }

    private func verifier(_ provider: LoopbackServer) throws -> SmartCaptchaVerifier {
        // Neither ends a connection while the test can wait for it.
        let settings = VerificationSettings(
            transport: .urlSession(timeout: .seconds(9_000)), timeLimit: .seconds(9_000))
        return SmartCaptchaVerifier(
            secret: SecretKey(Provider.secret),
            endpoint: try #require(URL(string: "http://127.0.0.1:\(provider.port)/validate")), settings: settings)
    }

    @Test("The request of a call that is cancelled ends, and holds no connection")
    func cancelled() async throws {
        let gate = Gate()
        let provider = try provider(gate)
        let verifier = try verifier(provider)
        let call = Task { try await verifier.verify("a") }
        var requests = exchanges.stream.makeAsyncIterator()
        let request = try #require(await requests.next())
        #expect(request.isClientThere())
        call.cancel()
        await #expect(throws: CancellationError.self) { try await call.value }
        while request.isClientThere() { await Task.yield() }
        gate.open()
        await onOwnThread { provider.stop() }
    }

    @Test("A connection is kept for the next token, without cookies, and ends with the transport")
    func kept() async throws {
        let provider = try provider(Gate(isOpen: true))
        var verifier: SmartCaptchaVerifier? = try verifier(provider)
        var requests = exchanges.stream.makeAsyncIterator()
        let first = try await verifier?.verify("a")
        let request = try #require(await requests.next())
        let second = try await verifier?.verify("b")
        #expect(first?.isAccepted == true && second?.isAccepted == true)
        #expect(await requests.next()?.head.headerFields["Cookie"] == nil)
        #expect(request.isClientThere())
        verifier = nil
        while request.isClientThere() { await Task.yield() }
        await onOwnThread { provider.stop() }
    }
}
