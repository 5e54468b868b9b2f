import CaptchaRetry
import CaptchaRetryTesting
import Foundation

/// What a captcha costs when nobody has to think: challenge, instant answer, replay.
struct CaptchaRound {
    private let rounds: Rounds
    private let part = 5

    init(_ rounds: Rounds) { self.rounds = rounds }

    func findings() async throws -> [Finding] {
        let solver = InstantSolver()
        let retry = CaptchaRetry(schemes: [.vk], solver: solver, policy: .unlimited)
        let upstream = ChallengingTransport()
        let client: any Client = upstream
        let twice: () async throws -> Int = {
            try await client.send(Transport.request).status + client.send(Transport.request).status
        }
        let round: () async throws -> Int = {
            try await retry.perform(Transport.request) { try await client.send($0) }.status
        }
        let times = try await rounds.time([twice, round])
        let calls = 100
        let before = (upstream.sends.withLock(\.self), solver.prompts.withLock(\.self))
        let (counts, _) = try await Allocations.of { for _ in 0..<calls { _ = try await round() } }
        let sends = upstream.sends.withLock(\.self) - before.0
        let prompts = solver.prompts.withLock(\.self) - before.1
        return [
            Finding(
                part: part, what: "one captcha, answered at once", value: times[1].median, unit: "ns",
                against: "two bare sends", reference: times[0].median, ratio: times[1].against(times[0], /).median),
            counted("allocations", Double(counts.blocks) / Double(calls), "blocks", nil),
            counted("sends", Double(sends) / Double(calls), "sends", .atMost(2)),
            counted("prompts", Double(prompts) / Double(calls), "prompts", .atMost(1)),
        ]
    }

    private func counted(_ what: String, _ value: Double, _ unit: String, _ goal: Finding.Goal?) -> Finding {
        Finding(
            part: part, what: "one captcha, answered at once: \(what)", value: value, unit: unit, goal: goal,
            isCounted: true)
    }
}

/// An upstream in memory that wants a captcha for each request.
struct ChallengingTransport: Client {
    let sends = Lock(0)

    private let challenge = PlainResponse(
        headerFields: Transport.fields("application/json"),
        body: Data(
            #"{"error":{"error_code":14,"error_msg":"Captcha needed","captcha_sid":"239633676097","captcha_img":"#
                .appending(
                    #""https://api.example/captcha.php?sid=239633676097","redirect_uri":"https://id.example/"}}"#
                )
                .utf8))
    private let result = Transport.json(Bodies.json(1024)).answer

    func send(_ request: PlainRequest) async throws -> PlainResponse {
        sends.withLock { $0 += 1 }
        return request.url?.query?.contains("success_token") == true ? result : challenge
    }
}

/// A solver that knows the answer.
struct InstantSolver: CaptchaSolver {
    let prompts = Lock(0)

    func solve(_ challenge: CaptchaChallenge) async throws(CaptchaHandlingError) -> CaptchaToken {
        prompts.withLock { $0 += 1 }
        return try CaptchaToken("token")
    }
}

extension CaptchaRetryPolicy {
    /// No bound on prompts, which a benchmark reaches at once.
    static var unlimited: CaptchaRetryPolicy {
        var policy = CaptchaRetryPolicy()
        policy.promptLimit = .max
        policy.promptWindow = .milliseconds(8)
        return policy
    }
}
