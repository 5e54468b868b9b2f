import TestSupport
import Testing

@testable import CaptchaRetry

@Suite("The queue of a scope under random inputs")
struct QueueExplorationTests {
    /// A request as the test knows it.
    private enum Standing {
        case away, waiting
        case replaying(token: Int?)
    }

    @Test("No request fails while a solve that covers it runs, each is resumed once, and none is forgotten")
    func coveredRequestsDoNotFail() throws {
        for seed in UInt64(0)..<3_000 {
            var generator = SeededGenerator(seed: seed)
            let isShared = generator.chance(50)
            var machine = Machine(isShared ? .shared(lifetime: .seconds(100)) : .singleUse) {
                $0.promptLimit = 5
                $0.promptWindow = .seconds(50)
                $0.solveTimeout = .seconds(30)
            }
            var run = Run(isShared: isShared)
            for _ in 0..<60 { try step(&machine, &run, &generator) }
            // Whoever still waits gets an end in time.
            for _ in 0..<50 where run.isAnyoneWaiting {
                machine.pass(.seconds(30))
                run.take(machine.tick())
                for (name, standing) in run.standing {
                    guard case .replaying(let token) = standing else { continue }
                    run.standing[name] = .away
                    run.take(machine.settle(name, token: token, .passed(.undetermined)))
                }
                guard let solve = run.running else { continue }
                run.running = nil
                run.take(machine.failed(solve, .cancelled))
            }
            #expect(run.violations == [], "seed \(seed)")
            #expect(!run.isAnyoneWaiting, "seed \(seed)")
        }
    }

    /// What the effects so far add up to.
    private struct Run {
        let isShared: Bool
        var standing: [Character: Standing] = [:]
        /// The solve at work, and whether its answer is still wanted.
        var running: Int?
        var isWanted = false
        /// Before everything.
        let start = SendTime(order: 0)
        var violations: [String] = []

        init(isShared: Bool) {
            self.isShared = isShared
            for name in "abcdef" { standing[name] = .away }
        }

        var isAnyoneWaiting: Bool { standing.values.contains { if case .waiting = $0 { true } else { false } } }

        mutating func take(_ effects: [String]) {
            for effect in effects {
                let words = effect.split(separator: " ")
                switch words[0] {
                case "tell": break
                case "start":
                    if running != nil { violations.append("two prompts: \(effects)") }
                    running = Int(words[1])
                    isWanted = true
                case "cancel": isWanted = false
                default: resume(words[0].first ?? "?", words.dropFirst().joined(separator: " "), effects)
                }
            }
        }

        private mutating func resume(_ name: Character, _ instruction: String, _ effects: [String]) {
            guard case .waiting = standing[name] else {
                violations.append("\(name) is resumed, but does not wait: \(effects)")
                return
            }
            if instruction == "bare" {
                standing[name] = .replaying(token: nil)
            } else if instruction.hasPrefix("token "), let token = Int(instruction.dropFirst(6)) {
                standing[name] = .replaying(token: token)
            } else {
                standing[name] = .away
                if isShared, running != nil, isWanted { violations.append("\(name) fails under a solve: \(effects)") }
            }
        }
    }

    /// One random input, and what comes of it.
    private func step(_ machine: inout Machine, _ run: inout Run, _ generator: inout SeededGenerator) throws {
        machine.pass(.seconds(Int.random(in: 0...3, using: &generator)))
        guard let name = "abcdef".randomElement(using: &generator), let standing = run.standing[name] else { return }
        if let solve = run.running, generator.chance(25) {
            run.running = nil
            let codes: [CaptchaHandlingError.Code] = [.dismissed, .solverFailed, .cancelled]
            let isSolved = generator.chance(60)
            let code = codes.randomElement(using: &generator) ?? .dismissed
            run.take(isSolved ? try machine.solved(solve) : machine.failed(solve, code))
            return
        }
        if generator.chance(10) {
            run.take(machine.tick())
            return
        }
        switch standing {
        case .away: arrive(name, used: nil, &machine, &run, &generator)
        case .waiting:
            guard generator.chance(30) else { return }
            run.standing[name] = .away
            run.take(machine.leave(name))
        case .replaying(let token):
            run.standing[name] = .away
            if generator.chance(40) {
                run.take(machine.settle(name, token: token, .challengedAgain))
                arrive(name, used: token, &machine, &run, &generator)
            } else {
                let outcome: ReplayOutcome = generator.chance(70) ? .accepted : .undetermined
                run.take(machine.settle(name, token: token, .passed(outcome)))
            }
        }
    }

    private func arrive(
        _ name: Character, used: Int?, _ machine: inout Machine, _ run: inout Run, _ generator: inout SeededGenerator
    ) {
        run.standing[name] = .waiting
        run.take(
            machine.arrive(
                name, sentAt: generator.chance(20) ? run.start : nil, used: used,
                mayReplayBare: generator.chance(70), lasting: generator.chance(20) ? .seconds(10) : nil))
    }
}
