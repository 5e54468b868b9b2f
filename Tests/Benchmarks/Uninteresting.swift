import CaptchaRetry
import Foundation

/// What responses cost whose body nobody has to look into.
struct Uninteresting {
    private let rounds: Rounds
    private let part = 2

    init(_ rounds: Rounds) { self.rounds = rounds }

    func findings() async throws -> [Finding] {
        let cases: [(name: String, transport: Transport, retry: CaptchaRetry)] = [
            (
                "status 304",
                Transport(answer: PlainResponse(status: 304, headerFields: Transport.fields("text/plain"))), .all()
            ),
            ("status 204", Transport(answer: PlainResponse(status: 204, headerFields: ["Server": "nginx"])), .all()),
            ("a picture of 64 KiB", picture(65_536), .all()),
            ("a body beyond the policy's bound, 1 MiB + 1", .json(Bodies.json(1 << 20 + 1)), .all()),
            (
                "1 MiB at a status that the scheme does not name", .json(Bodies.json(1 << 20)),
                CaptchaRetry.with([.signal])
            ),
        ]
        var findings: [Finding] = []
        for (name, transport, retry) in cases {
            let times = try await rounds.time([transport.bare(), transport.wrapped(retry)])
            findings += [
                Finding(
                    part: part, what: "\(name): extra time", value: times[1].against(times[0], -).median, unit: "ns",
                    against: "the bare call", reference: times[0].median,
                    ratio: times[1].against(times[0]) { ($0 - $1) / $1 }.median, goal: .atMost(60)),
                try await transport.extraAllocations(retry, part, name),
            ]
        }
        return findings
    }

    /// The head of a JPEG file, and what looks like compressed data.
    private func picture(_ size: Int) -> Transport {
        var state: UInt32 = 1
        let noise = (0..<size).map { _ -> UInt8 in
            state = state &* 1_664_525 &+ 1_013_904_223
            return UInt8(truncatingIfNeeded: state >> 24)
        }
        let head: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0, 0x00, 0x10, 0x4A, 0x46, 0x49, 0x46, 0x00]
        let body = Data(head + noise.dropFirst(head.count))
        return Transport(answer: PlainResponse(headerFields: Transport.fields("image/jpeg"), body: body))
    }
}
