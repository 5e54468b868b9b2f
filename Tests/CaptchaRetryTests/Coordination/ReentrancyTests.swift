import CaptchaRetryTesting
import Foundation
import Testing

@testable import CaptchaRetry

@Suite("Solvers that call the API, and clients that are wrapped twice")
struct ReentrancyTests {
    @Test("Rule 17: a solver's own requests through the same wrapper do not wait for it")
    func reentrancy() async throws {
        struct Recursive: CaptchaSolver {
            let inner = LockedValue<CaptchaRetry?>(nil)
            let upstream: ScriptedUpstream
            let seen = LockedValue<[Int]>([])

            func solve(_ challenge: CaptchaChallenge) async throws(CaptchaHandlingError) -> CaptchaToken {
                for path in ["/free", "/items"] {
                    let request = PlainRequest(url: URL(string: "https://api.example\(path)"))
                    guard let response = try? await inner.value?.perform(request, send: upstream.send) else {
                        throw CaptchaHandlingError(.solverFailed)
                    }
                    seen.withLock { $0.append(response.status) }
                }
                return try CaptchaToken("t")
            }

            func didReplay(_ challenge: CaptchaChallenge, outcome: ReplayOutcome) async {
                let response = try? await inner.value?.perform(PlainRequest.get, send: upstream.send)
                seen.withLock { $0.append(response?.status ?? 0) }
            }
        }
        let upstream = ScriptedUpstream { $0.path == "/free" || $0.token != nil ? .ok : .captcha(1) }
        let solver = Recursive(upstream: upstream)
        let retry = CaptchaRetry(schemes: [TestScheme()], solver: solver)
        solver.inner.withLock { $0 = retry }
        #expect(try await retry.perform(PlainRequest.get, send: upstream.send).status == 200)
        #expect(solver.seen.value == [200, 403, 403])
        solver.inner.withLock { $0 = nil }
    }

    @Test("Rule 17: what a solver sends through another wrapper is answered there")
    func otherWrapperInsideSolver() async throws {
        let upstream = ScriptedUpstream { $0.token == nil ? .captcha(1) : .ok }
        let inner = CaptchaRetry(schemes: [TestScheme()], solver: StubSolver(token: "inner"))
        let solver = StubSolver { _ in
            try CaptchaToken("\(try await inner.perform(PlainRequest.get, send: upstream.send).status)")
        }
        let outer = CaptchaRetry(schemes: [TestScheme()], solver: solver)
        #expect(try await outer.perform(PlainRequest.get, send: upstream.send).status == 200)
        #expect(upstream.requests.map(\.token) == [nil, nil, "inner", "200"])
    }

    @Test("A client that is wrapped twice asks once", arguments: [TokenScope.singleUse, .shared(lifetime: nil)])
    func nested(tokenScope: TokenScope) async throws {
        let solver = StubSolver(token: "t")
        let upstream = ScriptedUpstream { $0.token == nil ? .captcha(1) : .ok }
        let (inner, outer) = (
            CaptchaRetry(schemes: [TestScheme(tokenScope: tokenScope)], solver: solver),
            CaptchaRetry(schemes: [TestScheme(tokenScope: tokenScope)], solver: solver)
        )
        let response = try await outer.perform(PlainRequest.get) { request in
            try await inner.perform(request, send: upstream.send)
        }
        #expect(response.status == 200 && solver.asked.count == 1)

        let dismissing = StubSolver([.failure(.init(.dismissed)), .token("t")])
        let (inner2, outer2) = (
            CaptchaRetry(schemes: [TestScheme()], solver: dismissing),
            CaptchaRetry(schemes: [TestScheme()], solver: dismissing)
        )
        let error = await captchaError {
            try await outer2.perform(PlainRequest.get) { try await inner2.perform($0, send: upstream.send) }
        }
        #expect(error?.code == .dismissed && dismissing.asked.count == 1)
    }
}
