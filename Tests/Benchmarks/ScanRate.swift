import CaptchaRetry
import Foundation

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// How fast large results are looked through, beside the fastest thing that looks at every byte.
struct ScanRate {
    private let rounds: Rounds
    private let part = 3

    init(_ rounds: Rounds) { self.rounds = rounds }

    func findings() async throws -> [Finding] {
        var findings: [Finding] = []
        for size in [65_536, 8 << 20] {
            let transport = Transport.json(Bodies.json(size))
            let body = transport.answer.body
            let (one, all) = (CaptchaRetry.one(maximumBody: size), CaptchaRetry.all(maximumBody: size))
            let memchr: () async throws -> Int = { Self.memchrFindsNothing(in: body) }
            let times = try await rounds.time([
                transport.bare(), memchr, transport.wrapped(one), transport.wrapped(all),
            ])
            for (name, wrapped) in [("1 scheme", times[2]), ("all schemes", times[3])] {
                let scan = wrapped.against(times[0], -)
                findings.append(
                    Finding(
                        part: part, what: "looking through \(size >> 10) KiB, \(name)",
                        value: Double(size) / scan.median, unit: "GB/s", against: "memchr",
                        reference: Double(size) / times[1].median, ratio: times[1].against(scan, /).median,
                        goal: .atLeast(0.2), isGoalForRatio: true))
            }
        }
        return findings
    }

    private static func memchrFindsNothing(in body: Data) -> Int {
        body.withUnsafeBytes { bytes in
            guard let start = bytes.baseAddress else { return 0 }
            return memchr(start, 0, bytes.count) == nil ? 1 : 0
        }
    }
}
