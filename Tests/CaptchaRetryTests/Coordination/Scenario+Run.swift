import CaptchaRetryTesting
import Foundation

@testable import CaptchaRetry

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension Scenario {
    /// Runs the schedule to its end. Returns how many jobs that took, and what went wrong.
    func run(log: (@Sendable (CaptchaEvent) -> Void)? = nil) -> (jobs: Int, violations: [String]) {
        let retry = CaptchaRetry(
            schemes: [TestScheme(tokenScope: tokenScope, expiry: expiry.map { .after($0) })], solver: self,
            policy: policy, onEvent: log, spawn: executor.spawn)
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
            let sends = state.sends.filter { $0.request == number }.dropFirst()
            let bare = sends.filter { $0.token == nil }.count
            if bare > 2 { report("rule 13: request \(number) was replayed bare \(bare) times") }
            if sends.count - bare > policy.maximumReplays {
                report("rule 10: request \(number) was replayed with a token \(sends.count - bare) times")
            }
        }
        let used = state.sends.compactMap(\.token)
        if tokenScope == .singleUse, Set(used).count != used.count { report("rules 8, 13: a token was used twice") }
        for (token, challenge) in state.tokens where used.contains(token) {
            let count = state.told.filter { $0 == challenge }.count
            if count != 1 { report("section 4: the solver was told \(count) times of \(token)") }
        }
        if !coordination.scopes.isEmpty || !coordination.running.parked.isEmpty || !coordination.running.solves.isEmpty
            || coordination.heldTokens != 0 || coordination.wakeUp != nil
        {
            report("idle, but not empty: \(coordination)")
        }
    }
}
