import CaptchaRetryTesting
import Foundation

@testable import CaptchaRetry

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension Scenario {
    /// Runs the schedule to its end. Returns how many jobs that took, and what went wrong.
    func run(log: (@Sendable (CaptchaEvent) -> Void)? = nil) -> (jobs: Int, violations: [String]) {
        let expiry = expiry.map { CaptchaChallenge.Expiry.after($0) }
        let gate = TestScheme(id: "gate", tokenScope: .shared(lifetime: .seconds(500)), expiry: expiry, member: "gate")
        let schemes = [gate, TestScheme(tokenScope: tokenScope, expiry: expiry)]
        let events = EventLog()
        let retry = CaptchaRetry(
            schemes: schemes, solver: self, policy: policy,
            onEvent: { event in
                events.add(event)
                log?(event)
            }, spawn: executor.spawn)
        var tasks: [Task<Void, Never>] = []
        var idleSteps = 0
        while tasks.count < requests || state.value.results.count < requests {
            if tasks.count < requests, chance(20) { tasks.append(start(tasks.count, retry)) }
            if chance(1), let task = state.withLock({ tasks.randomElement(using: &$0.generator) }) { task.cancel() }
            guard !executor.runOne() else { continue }
            // Nothing moves until the time does.
            clock.advance(by: .seconds(state.withLock { Int.random(in: 1...40, using: &$0.generator) }))
            idleSteps += 1
            if idleSteps > 2_000 {
                report("rule 15: \(requests - state.value.results.count) requests are left suspended")
                break
            }
        }
        executor.runUntilQuiet()
        while clock.sleeperCount > 0 {
            clock.advance(by: .seconds(2_000_000))
            executor.runUntilQuiet()
        }
        check(retry.coordinator.state.withLock { $0 })
        check(events.events)
        return (executor.executedJobs, state.value.violations)
    }

    private func start(_ number: Int, _ retry: CaptchaRetry) -> Task<Void, Never> {
        executor.spawn { [self] in
            let result: String
            do {
                let request = PlainRequest.get
                let response = try await retry.perform(request, identity: account(of: number)) { [self] request in
                    let answer = ScriptedUpstream { [self] in try await self.answer(number, $0) }
                    return try await answer.send(request)
                }
                result = "\(response.status)"
            } catch let error as CaptchaHandlingError {
                result = "\(error.code)"
            } catch {
                result = "\(type(of: error))"
            }
            state.withLock { $0.results[number, default: []].append(result) }
        }
    }

    func report(_ violation: String) { state.withLock { $0.violations.append(violation) } }
}

// MARK: What must hold in the end

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension Scenario {
    private func check(_ coordination: Coordinator.State) {
        let state = state.value
        for number in 0..<requests {
            let results = state.results[number] ?? []
            if results.count != 1 { report("rule 15: request \(number) ended \(results.count) times") }
        }
        let used = state.sends.compactMap(\.token)
        if tokenScope == .singleUse {
            // With a second scheme in front, the same request may carry its token along until somebody looks at it.
            let uses = Set(state.sends.filter { $0.token != nil }.map { "\($0.request) \($0.token ?? "")" }).count
            let isUsedTwice = hasGate ? uses != Set(used).count : used.count != Set(used).count
            if isUsedTwice { report("rules 8, 13: a token was used twice") }
        }
        for (token, challenge) in state.tokens where used.contains(token) {
            let count = state.told.filter { $0 == challenge }.count
            if count != 1 { report("section 4: the solver was told \(count) times of \(token)") }
        }
        if !coordination.scopes.isEmpty || !coordination.running.parked.isEmpty || !coordination.running.solves.isEmpty
            || !coordination.heldOrigins.isEmpty || coordination.wakeUp != nil
        {
            report("idle, but not empty: \(coordination)")
        }
    }

    private func check(_ events: [CaptchaEvent]) {
        var replays = 0
        for (request, story) in Dictionary(grouping: events, by: \.request) {
            let bare = story.filter { $0.kind == .replayedBare }.count
            let withToken = story.filter { $0.kind == .replayed }.count
            replays += bare + withToken
            if bare > 2 { report("rule 13: #\(request) was replayed bare \(bare) times") }
            if withToken > policy.maximumReplays {
                report("rule 10: #\(request) was replayed with a token \(withToken) times")
            }
            let ends: [CaptchaEvent.Kind] = [.passed, .accepted, .undetermined, .failed, .cancelled]
            if let last = story.last?.kind, !ends.contains(last) { report("rule 20: #\(request) ends with \(last)") }
        }
        let sends = state.value.sends.count
        if sends > requests + replays { report("rule 10: \(sends) sends for \(replays) replays") }
    }
}
