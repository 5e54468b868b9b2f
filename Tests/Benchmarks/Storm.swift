import CaptchaRetry
import CaptchaRetryTesting
import Foundation

/// Many requests at once, all of them challenged before the first is answered.
struct Storm {
    /// Of each request.
    struct Result {
        /// The mean of all storms.
        var nanoseconds: Double
        /// Of all processors together, which nothing else that the machine does is part of: the mean, too.
        var processorNanoseconds: Double
        /// The least of all storms: how many requests go on at the same moment is chance.
        var peakBytes: Double
        var sends: Double
        var prompts: Int
    }

    let size: Int
    let tokenScope: TokenScope

    /// One storm after the other.
    func run(times count: Int) async throws -> Result {
        var result = try await run()
        for _ in 1..<count {
            let other = try await run()
            result.nanoseconds += other.nanoseconds
            result.processorNanoseconds += other.processorNanoseconds
            result.peakBytes = min(result.peakBytes, other.peakBytes)
            result.sends = max(result.sends, other.sends)
            result.prompts = max(result.prompts, other.prompts)
        }
        result.nanoseconds /= Double(count)
        result.processorNanoseconds /= Double(count)
        return result
    }

    private func run() async throws -> Result {
        let solver = GatedSolver()
        let upstream = StormUpstream(liftsCheck: tokenScope == .singleUse)
        let waiting = Lock(0)
        var policy = CaptchaRetryPolicy()
        policy.clock = ManualClock()
        let retry = CaptchaRetry(schemes: [StormScheme(tokenScope: tokenScope)], solver: solver, policy: policy) {
            [size] event in
            guard event.kind == .waiting else { return }
            let isLast = waiting.withLock { count in
                count += 1
                return count == size - 1
            }
            if isLast { solver.gate.open() }
        }
        let (start, processorStart) = (ContinuousClock.now, Self.processorTime)
        let (counts, passed) = try await Allocations.of {
            try await withThrowingTaskGroup(of: Bool.self) { group in
                for _ in 0..<size {
                    group.addTask { try await retry.perform(Transport.request, send: upstream.send).status == 200 }
                }
                return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
            }
        }
        let taken = (ContinuousClock.now - start) / .nanoseconds(1)
        let processorTaken = Self.processorTime - processorStart
        guard passed == size else { throw Failure("\(size - passed) of \(size) requests did not pass") }
        return Result(
            nanoseconds: taken / Double(size), processorNanoseconds: processorTaken / Double(size),
            peakBytes: Double(counts.peakBytes) / Double(size),
            sends: Double(upstream.sends.withLock(\.self)) / Double(size),
            prompts: solver.prompts.withLock(\.self))
    }

    /// What this process has used so far, in nanoseconds.
    private static var processorTime: Double {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
    }
}

/// A made-up upstream that challenges at 403, and takes its token in a header field.
private struct StormScheme: CaptchaScheme {
    let id = "storm"
    let tokenScope: TokenScope
    let signal = CaptchaSignal(statuses: [403], bodyMarkers: ["\"captcha\""])

    func challenge(
        in response: borrowing some InspectableResponse, to request: borrowing some ReplayableRequest
    ) -> CaptchaChallenge? {
        response.json()?["captcha"]?.string.map { CaptchaChallenge(scheme: id, prompt: .question($0)) }
    }

    func edits(for token: CaptchaToken, answering challenge: CaptchaChallenge) -> [RequestEdit] {
        token.value.map { [.header("X-Token", $0)] } ?? []
    }
}

private struct StormUpstream: Sendable {
    let liftsCheck: Bool
    let sends = Lock(0)
    private let isLifted = Lock(false)
    private let challenge = PlainResponse(status: 403, body: Data(#"{"captcha":"one and one?"}"#.utf8))
    private let result = PlainResponse(body: Data("{}".utf8))

    init(liftsCheck: Bool) { self.liftsCheck = liftsCheck }

    @inline(never)
    func send(_ request: PlainRequest) async throws -> PlainResponse {
        sends.withLock { $0 += 1 }
        let isAnswered = request.value(forHTTPHeaderField: "X-Token") != nil
        if isAnswered, liftsCheck { isLifted.withLock { $0 = true } }
        return isAnswered || isLifted.withLock(\.self) ? result : challenge
    }
}

private struct GatedSolver: CaptchaSolver {
    let gate = Gate()
    let prompts = Lock(0)

    func solve(_ challenge: CaptchaChallenge) async throws(CaptchaHandlingError) -> CaptchaToken {
        prompts.withLock { $0 += 1 }
        await gate.wait()
        return try CaptchaToken("token")
    }
}
