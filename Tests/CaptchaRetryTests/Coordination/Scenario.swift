import TestSupport
import CaptchaRetryTesting
import Foundation

@testable import CaptchaRetry

/// One random schedule: an upstream, a solver and a few requests, whose every choice follows from a seed.
///
/// All of it runs on a ``SeededExecutor``. When nothing is left to run, the clock is moved.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
final class Scenario: Sendable {
    /// How the upstream treats requests.
    enum Manner: CaseIterable {
        /// Each request needs a valid token.
        case strict
        /// After an accepted token nobody is challenged, until the check comes back.
        case lifting
        /// It challenges as it likes, tokens or not.
        case hostile
    }

    /// What happened, and what is decided next.
    struct State {
        var generator: SeededGenerator
        var validTokens: Set<String> = []
        var isLifted = false
        var challenges = 0
        /// The token of the gate that stands in front of everything, in some schedules.
        var gateToken: String?
        var sends: [(request: Int, token: String?)] = []
        /// The challenge that each token answers.
        var tokens: [String: String] = [:]
        var prompts: [String: Int] = [:]
        var told: [String] = []
        var results: [Int: [String]] = [:]
        var violations: [String] = []
    }

    let seed: UInt64
    let clock = ManualClock()
    let executor: SeededExecutor
    let state: LockedValue<State>
    let manner: Manner
    let tokenScope: TokenScope
    let requests: Int
    let accounts: Int
    let expiry: Duration?
    /// Whether the upstream has a second scheme, with shared tokens, in front of the first.
    let hasGate: Bool
    let policy: CaptchaRetryPolicy

    init(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        self.seed = seed
        executor = SeededExecutor(seed: generator.next())
        manner = Manner.allCases.randomElement(using: &generator) ?? .strict
        tokenScope = generator.chance(40) ? .shared(lifetime: .seconds(500)) : .singleUse
        requests = Int.random(in: 1...12, using: &generator)
        accounts = generator.chance(25) ? 2 : 1
        expiry = generator.chance(20) ? .seconds(30) : nil
        hasGate = generator.chance(30)
        var policy = CaptchaRetryPolicy()
        policy.clock = clock
        policy.maximumReplays = Int.random(in: 1...3, using: &generator)
        policy.promptLimit = generator.chance(20) ? Int.random(in: 1...3, using: &generator) : 100
        policy.solveTimeout = .seconds(100)
        policy.dismissalCooldown = generator.chance(20) ? .seconds(5) : .zero
        self.policy = policy
        state = LockedValue(State(generator: generator))
    }

    func chance(_ percent: Int) -> Bool { state.withLock { $0.generator.chance(percent) } }

    func account(of request: Int) -> String { "account \(request % accounts)" }

    /// Lets others run, some times.
    func pause() async {
        for _ in 0..<state.withLock({ Int.random(in: 0...3, using: &$0.generator) }) { await Task.yield() }
    }

    // MARK: The upstream

    func answer(_ number: Int, _ request: UpstreamRequest) async throws -> UpstreamAnswer {
        state.withLock { $0.sends.append((number, request.token)) }
        await pause()
        return try state.withLock { state in
            if state.generator.chance(3) { throw UpstreamConnectionError.dropped }
            if state.generator.chance(3) { return .status(503) }
            state.challenges += 1
            let id = "\(number)/\(state.challenges)/\(clock.now.offset.components.seconds)"
            if hasGate {
                if state.generator.chance(5) { state.gateToken = nil }
                let token = request.headerFields["X-gate-token"]
                if token == nil || token != state.gateToken { return .json(#"{"gate": "\#(id)"}"#) }
            }
            let isValid = request.token.map { state.validTokens.contains($0) } ?? false
            if isValid, tokenScope == .singleUse || state.generator.chance(5) {
                state.validTokens.remove(request.token ?? "")
            }
            return isPast(isValid, &state) ? .ok : .captcha(id)
        }
    }

    private func isPast(_ isValid: Bool, _ state: inout State) -> Bool {
        switch manner {
        case .strict: return isValid
        case .hostile: return state.generator.chance(isValid ? 50 : 10)
        case .lifting:
            if state.generator.chance(10) { state.isLifted = false }
            if isValid { state.isLifted = true }
            return state.isLifted
        }
    }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension Scenario: CaptchaSolver {
    private enum Mood: CaseIterable {
        case right, wrong, dismissed, failed, slow, endless, deaf
    }

    func solve(_ challenge: CaptchaChallenge) async throws(CaptchaHandlingError) -> CaptchaToken {
        let id = challenge["id"] ?? ""
        let parts = id.split(separator: "/").compactMap { Int($0) }
        let scope = account(of: parts[0]) + challenge.scheme
        let isOver = expiry.map { clock.now.offset >= .seconds(parts[2]) + $0 } ?? false
        let mood = state.withLock { state -> Mood in
            state.prompts[scope, default: 0] += 1
            if state.prompts[scope] != 1 { state.violations.append("rule 11: two prompts at once for \(scope)") }
            if isOver { state.violations.append("rule 19: a challenge is shown after its end") }
            return state.generator.chance(60) ? .right : Mood.allCases.randomElement(using: &state.generator) ?? .right
        }
        defer { state.withLock { $0.prompts[scope, default: 0] -= 1 } }
        await pause()
        switch mood {
        case .right, .wrong: break
        case .dismissed: throw CaptchaHandlingError(.dismissed)
        case .failed: throw CaptchaHandlingError(.solverFailed)
        case .slow: try await sleep(.seconds(20))
        case .endless: try await sleep(.seconds(1_000_000))
        case .deaf:
            // It does not hear that it is cancelled, and its prompt stays open beyond every limit.
            await withCheckedContinuation { continuation in
                _ = executor.spawn { [clock] in
                    try? await clock.sleep(for: .seconds(330))
                    continuation.resume()
                }
            }
        }
        let token = state.withLock { state -> String in
            let token = "token \(state.tokens.count + 1)"
            state.tokens[token] = id
            if mood != .wrong {
                if challenge.scheme == "gate" { state.gateToken = token } else { state.validTokens.insert(token) }
            }
            return token
        }
        return try CaptchaToken(token)
    }

    func didReplay(_ challenge: CaptchaChallenge, outcome: ReplayOutcome) async {
        state.withLock { $0.told.append(challenge["id"] ?? "") }
        await pause()
    }

    private func sleep(_ duration: Duration) async throws(CaptchaHandlingError) {
        do { try await clock.sleep(for: duration) } catch { throw CaptchaHandlingError(.cancelled) }
    }
}
