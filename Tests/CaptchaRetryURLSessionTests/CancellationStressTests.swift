import CaptchaRetryTesting
import Foundation
import TestSupport
import Testing

@testable import CaptchaRetry
@testable import CaptchaRetryURLSession

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// `CAPTCHA_CALLS` sets the number of calls for each lane, `CAPTCHA_STRESS_SEED` the seed of their choices.
@Suite("Many calls over sockets, cancelled at random", .timeLimit(.minutes(60)))
struct CancellationStressTests {
    /// When a call is cancelled.
    private enum Moment: CaseIterable {
        case never, beforeItStarts, rightAfterItStarts, whenTheUpstreamHasIt, whenTheAnswerIsOnItsWay
    }

    private static let lanes = 4
    private static let paths = ["plain", "redirect", "unauthorized", "single", "shared", "big"]

    private static func setting(_ name: String) -> UInt64? {
        ProcessInfo.processInfo.environment[name].flatMap(UInt64.init)
    }

    @Test("Rules 8, 10, 11, 13, 15, 21: each call ends once and as it may, no token is used twice, nothing is left")
    func manyCalls() async throws {
        let seed = Self.setting("CAPTCHA_STRESS_SEED") ?? UInt64.random(in: 0...UInt64.max)
        let calls = Int(Self.setting("CAPTCHA_CALLS") ?? 5_000)
        let clock = ManualClock()
        var policy = CaptchaRetryPolicy()
        policy.promptLimit = .max
        policy.clock = clock
        let rules = StressUpstream(seed: seed)
        let retry = CaptchaRetry(schemes: StressUpstream.schemes, solver: rules, policy: policy)
        let running = Lock<[String: Task<Int, any Error>]>([:])
        try await LoopbackUpstream.withUpstream { request in
            let id = request.query["id"] ?? ""
            switch request.query["moment"] {
            case "whenTheUpstreamHasIt":
                running.withLock { $0[id] }?.cancel()
                await Task.yield()
            case "whenTheAnswerIsOnItsWay":
                Task { running.withLock { $0[id] }?.cancel() }
            default: break
            }
            return rules.answer(request)
        } run: { upstream in
            let session = CaptchaRetryingSession(configuration: .patient, retry: retry)
            await withTaskGroup(of: Void.self) { group in
                for lane in 0..<Self.lanes {
                    group.addTask {
                        var random = SeededGenerator(seed: seed &+ UInt64(lane))
                        for number in 0..<calls {
                            await Self.call("\(lane).\(number)", session, upstream.baseURL, running, seed, &random)
                        }
                    }
                }
            }
        }
        let state = rules.state.withLock { $0 }
        #expect(state.violations == [], "seed \(seed)")
        // The first send, two bare replays and three with a token; a redirect is two.
        #expect(state.sends.values.allSatisfy { $0 <= 6 }, "seed \(seed)")
        #expect(state.made > calls / 10)
        await Self.expectNothingIsLeft(in: retry.coordinator, clock)
    }

    private static func expectNothingIsLeft(in coordinator: Coordinator, _ clock: ManualClock) async {
        // Solvers that were cancelled at the end may still be on their way out.
        while coordinator.state.withLock({ !$0.running.solves.isEmpty }) { await Task.yield() }
        while coordinator.state.withLock({ !$0.scopes.isEmpty }) {
            clock.advance(by: .seconds(2_000))
            await Task.yield()
        }
        #expect(coordinator.state.withLock { $0.running.parked.isEmpty && $0.heldOrigins.isEmpty && $0.wakeUp == nil })
    }

    private static func call(
        _ id: String, _ session: CaptchaRetryingSession, _ base: URL, _ running: Lock<[String: Task<Int, any Error>]>,
        _ seed: UInt64, _ random: inout SeededGenerator
    ) async {
        let path = paths.randomElement(using: &random) ?? "plain"
        let moment = Moment.allCases.randomElement(using: &random) ?? .never
        let yields = Int.random(in: 0...20, using: &random)
        guard let url = URL(string: "/\(path)?id=\(id)&moment=\(moment)", relativeTo: base) else { return }
        let start = Gate()
        let task = Task {
            await start.wait()
            let (_, response) = try await session.data(for: URLRequest(url: url))
            return (response as? HTTPURLResponse)?.statusCode ?? 0
        }
        running.withLock { $0[id] = task }
        if moment == .beforeItStarts { task.cancel() }
        start.open()
        if moment == .rightAfterItStarts {
            for _ in 0..<yields { await Task.yield() }
            task.cancel()
        }
        let result = await task.result
        running.withLock { $0[id] = nil }
        switch result {
        case .success(let status):
            #expect(status == (path == "unauthorized" ? 401 : 200), "seed \(seed), call \(id)")
            #expect(moment != .beforeItStarts, "seed \(seed), call \(id)")
        case .failure(let error as CaptchaHandlingError):
            let mayFail: [CaptchaHandlingError.Code] = [.dismissed, .solverFailed, .stillChallenged]
            #expect(path == "single" || path == "shared", "seed \(seed), call \(id) of \(path)")
            #expect(mayFail.contains(error.code), "seed \(seed), call \(id): \(error)")
        case .failure(let error):
            #expect(error is CancellationError, "seed \(seed), call \(id) of \(path), \(moment)")
            #expect(moment != .never, "seed \(seed), call \(id) of \(path)")
        }
    }
}
