import CaptchaRetry
import CaptchaRetryTesting
import Foundation

/// Bodies that look like a captcha error at every turn, and are none.
struct NearMisses {
    private let rounds: Rounds
    private let part = 4

    init(_ rounds: Rounds) { self.rounds = rounds }

    func findings() async throws -> [Finding] {
        let bodies: [(name: String, make: (Int) -> [UInt8])] = [
            ("nothing but c", { Bodies.repeated("c", $0) }),
            ("nothing but tc", { Bodies.repeated("tc", $0) }),
            ("nothing but digits", { Bodies.repeated("1208512213", $0) }),
            ("JSON in a JSON string", Bodies.escaped),
            ("user content full of the word captcha", Bodies.captchaTalk),
        ]
        var findings: [Finding] = []
        for (name, retry) in [("1 scheme", CaptchaRetry.one()), ("all schemes", CaptchaRetry.all())] {
            for body in bodies { findings += try await rate("\(body.name), \(name)", body.make, retry) }
        }
        return findings + [try await decodes()]
    }

    private func rate(_ name: String, _ body: (Int) -> [UInt8], _ retry: CaptchaRetry) async throws -> [Finding] {
        let (small, large) = (65_536, 1 << 20)
        let good = Transport.json(Bodies.json(small))
        let (bad, worse) = (Transport.json(body(small)), Transport.json(body(large)))
        let times = try await rounds.time([
            good.bare(), good.wrapped(retry), bad.wrapped(retry), worse.wrapped(retry),
        ])
        let scans = times[1...].map { $0.against(times[0], -) }
        return [
            Finding(
                part: part, what: "\(name)", value: Double(small) / scans[1].median, unit: "GB/s",
                against: "an ordinary result", reference: Double(small) / scans[0].median,
                ratio: scans[0].against(scans[1], /).median, goal: .atLeast(0.1), isGoalForRatio: true),
            Finding(
                part: part, what: "\(name): 1 MiB over 16 times 64 KiB",
                value: scans[2].against(scans[1]) { $0 / ($1 * 16) }.median, unit: "times", goal: .atMost(1.15)),
        ]
    }

    /// How often a body full of markers is decoded.
    private func decodes() async throws -> Finding {
        let text = String(repeating: #"{"error_code":1,"captcha":"12087"},"#, count: 1000)
        let response = CountingResponse(base: PlainResponse(body: Data("[\(text)0]".utf8)))
        _ = try await CaptchaRetry.all().perform(Transport.request) { _ in response }
        return Finding(
            part: part, what: "decodes of a body that is full of markers", value: Double(response.count.value),
            unit: "decodes", goal: .atMost(1), isCounted: true)
    }
}

/// A response that counts how often it is decoded.
private struct CountingResponse: InspectableResponse {
    final class Count {
        var value = 0
    }

    let base: PlainResponse
    let count = Count()

    var status: Int { base.status }
    func value(forHTTPHeaderField name: String) -> String? { base.value(forHTTPHeaderField: name) }
    func withBodyBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result { base.withBodyBytes(body) }

    func json() -> JSONElement? {
        count.value += 1
        return base.json()
    }
}
