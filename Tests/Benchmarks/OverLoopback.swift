import CaptchaRetry
import CaptchaRetryTesting
import CaptchaRetryURLSession
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The wrapper's share of a whole request over a real connection.
struct OverLoopback {
    let requests: Int

    func findings() async throws -> [Finding] {
        let body = String(decoding: Bodies.json(1024), as: UTF8.self)
        return try await LoopbackUpstream.withUpstream { _ in
            .json(body)
        } run: { upstream in
            let (shares, outside, whole) = try await measure(URLRequest(url: upstream.baseURL))
            return [
                Finding(
                    part: 7, what: "over URLSession and loopback, all schemes: time outside of the send",
                    value: outside.median, unit: "ns", against: "the whole request", reference: whole.median,
                    ratio: shares.median, goal: .atMost(0.01), isGoalForRatio: true)
            ]
        }
    }

    /// Looks at the clock before and after the send, and before and after the whole. What the clock costs is counted
    /// among the wrapper's time.
    private func measure(_ request: URLRequest) async throws -> (shares: [Double], outside: [Double], whole: [Double]) {
        let session = URLSession(configuration: .ephemeral)
        defer { session.invalidateAndCancel() }
        let retry = CaptchaRetry.all()
        var (shares, outside, whole) = ([Double](), [Double](), [Double]())
        for number in 0..<requests + 10 {
            var sending = Duration.zero
            let start = ContinuousClock.now
            _ = try await retry.perform(request) { request in
                let start = ContinuousClock.now
                let response = DataResponse(try await session.data(for: request))
                sending = ContinuousClock.now - start
                return response
            }
            let taken = ContinuousClock.now - start
            // The first ones set the connection up.
            guard number >= 10 else { continue }
            shares.append((taken - sending) / taken)
            outside.append((taken - sending) / .nanoseconds(1))
            whole.append(taken / .nanoseconds(1))
        }
        return (shares, outside, whole)
    }
}
