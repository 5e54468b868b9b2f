import CaptchaRetry
import Foundation

/// What a request costs that meets no captcha, with an ordinary result of 1 KiB.
struct Untouched {
    private let rounds: Rounds
    private let transport = Transport.json(Bodies.json(1024))
    private let part = 1

    init(_ rounds: Rounds) { self.rounds = rounds }

    func findings() async throws -> [Finding] {
        let body = transport.answer.body
        let cases: [(name: String, retry: CaptchaRetry)] = [
            ("1 scheme", .one()), ("all schemes", .all()),
        ]
        let decode: () async throws -> Int = { try Envelope.code(in: body) ?? 0 }
        let holding = try await Self.holdingToken()
        let times = try await rounds.time(
            [transport.bare(), decode] + cases.map { transport.wrapped($0.retry) } + [transport.wrapped(holding)])
        var findings = [
            Finding(part: part, what: "a call without the package", value: times[0].median, unit: "ns")
        ]
        for (index, (name, retry)) in cases.enumerated() {
            let extra = times[index + 2].against(times[0], -)
            let ratio = extra.against(times[1], /).median
            findings += [
                Finding(
                    part: part, what: "untouched, \(name): extra time", value: extra.median, unit: "ns",
                    against: "decoding its envelope", reference: times[1].median, ratio: ratio, goal: .atMost(0.04),
                    isGoalForRatio: true),
                Finding(
                    part: part, what: "untouched, \(name): extra time", value: extra.median, unit: "ns",
                    goal: .atMost(200)),
                try await transport.extraAllocations(retry, part, "untouched, \(name)"),
            ]
        }
        // No token to attach, but every request has to be asked where it goes.
        let name = "untouched, a token is held for another origin"
        let extra = times[times.count - 1].against(times[0], -)
        return findings + [
            Finding(
                part: part, what: "\(name): extra time", value: extra.median, unit: "ns",
                against: "decoding its envelope", reference: times[1].median,
                ratio: extra.against(times[1], /).median),
            try await transport.extraAllocations(holding, part, name),
        ]
    }

    /// A wrapper that has a token of another origin.
    private static func holdingToken() async throws -> CaptchaRetry {
        let retry = CaptchaRetry.all()
        let request = PlainRequest(url: URL(string: "https://elsewhere.example/"))
        _ = try await retry.perform(request) { request in
            let isAnswered = request.value(forHTTPHeaderField: "X-Challenge-Solution") != nil
            let challenge: HeaderFields = ["X-Challenge": "required", "X-Challenge-Url": "/challenge"]
            return PlainResponse(headerFields: isAnswered ? [:] : challenge, url: request.url)
        }
        return retry
    }
}

extension Transport {
    /// What 1,000 calls allocate with the package and without.
    func extraAllocations(_ retry: CaptchaRetry, _ part: Int, _ name: String) async throws -> Finding {
        let (bare, wrapped) = (bare(), wrapped(retry))
        // The first calls may set something up.
        for _ in 0..<10 { _ = try await (bare(), wrapped()) }
        let calls = 1000
        let (without, _) = try await Allocations.of { for _ in 0..<calls { _ = try await bare() } }
        let (with, _) = try await Allocations.of { for _ in 0..<calls { _ = try await wrapped() } }
        return Finding(
            part: part, what: "\(name): extra allocations", value: Double(with.blocks - without.blocks) / Double(calls),
            unit: "blocks", goal: .atMost(0), isCounted: Allocations.areCounted)
    }
}
