import CaptchaRetry
import CaptchaRetryTesting
import Foundation
import Testing

@testable import CaptchaRetryURLSession

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite("Cancelled at random", .timeLimit(.minutes(2)))
struct CancellationStressTests {
    /// When a call is cancelled.
    private enum Moment: CaseIterable {
        case never, beforeItStarts, rightAfterItStarts, whenTheUpstreamHasIt, whenTheAnswerIsOnItsWay
    }

    private static let lanes = 4
    private static let callsPerLane = 2000
    private static let paths = ["plain", "redirect", "unauthorized", "challenged", "big"]

    @Test("Whenever calls are cancelled, each ends once, with its result or with CancellationError (rule 15)")
    func manyCalls() async throws {
        let seed = UInt64.random(in: 0...UInt64.max)
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
            return Self.answer(to: request)
        } run: { upstream in
            var policy = CaptchaRetryPolicy()
            policy.promptLimit = .max
            let retry = CaptchaRetry(
                schemes: [TokenScheme()], solver: StubSolver(token: TokenScheme.token), policy: policy)
            let session = CaptchaRetryingSession(configuration: .ephemeral, retry: retry)
            await withTaskGroup(of: Void.self) { group in
                for lane in 0..<Self.lanes {
                    group.addTask {
                        var random = RandomSource(seed: seed &+ UInt64(lane))
                        for number in 0..<Self.callsPerLane {
                            await Self.call("\(lane).\(number)", session, upstream.baseURL, running, seed, &random)
                        }
                    }
                }
            }
        }
    }

    private static func answer(to request: UpstreamRequest) -> UpstreamAnswer {
        switch request.path {
        case "/redirect": .redirect(to: "/plain?" + (request.rawQuery ?? ""))
        case "/unauthorized":
            .status(401, headerFields: ["WWW-Authenticate": "Basic realm=\"x\""])
        case "/challenged" where request.headerFields["X-Captcha-Token"] == nil:
            .json(#"{"captcha": 1}"#, status: 403)
        case "/big": .body(Data(repeating: 65, count: 200_000), type: "text/plain")
        default: .json("{}")
        }
    }

    private static func call(
        _ id: String, _ session: CaptchaRetryingSession, _ base: URL, _ running: Lock<[String: Task<Int, any Error>]>,
        _ seed: UInt64, _ random: inout RandomSource
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
        case .failure(let error):
            #expect(error is CancellationError, "seed \(seed), call \(id) of \(path), \(moment)")
            #expect(moment != .never, "seed \(seed), call \(id) of \(path)")
        }
    }
}
