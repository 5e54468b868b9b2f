import CaptchaRetry
import Foundation

/// What one would write by hand instead: decode every response and check its code.
struct ByHand {
    private let rounds: Rounds

    init(_ rounds: Rounds) { self.rounds = rounds }

    func findings() async throws -> [Finding] {
        let transport = Transport.json(Bodies.json(1024))
        let byDecoder: () async throws -> Int = {
            try Envelope.code(in: try await transport.client.send(Transport.request).body) ?? 0
        }
        let bySerialization: () async throws -> Int = {
            try Envelope.codeBySerialization(in: try await transport.client.send(Transport.request).body) ?? 0
        }
        let times = try await rounds.time([
            transport.bare(), transport.wrapped(.all()), byDecoder, bySerialization,
        ])
        let extra = times[1...].map { $0.against(times[0], -) }
        return zip(["JSONDecoder", "JSONSerialization"], extra[1...]).map { name, byHand in
            Finding(
                part: 8, what: "by hand, with \(name): extra time", value: byHand.median, unit: "ns",
                against: "the package, all schemes", reference: extra[0].median,
                ratio: byHand.against(extra[0], /).median)
        }
    }
}
