import CaptchaRetryTesting
import Foundation

@testable import CaptchaRetry

extension CaptchaRetry {
    /// Returns when no solver works and nobody waits.
    func waitUntilQuiet() async {
        while coordinator.state.withLock({ !$0.running.solves.isEmpty || !$0.running.parked.isEmpty }) {
            await Task.yield()
        }
    }
}

extension StubSolver {
    /// Returns when the solver has been told so often.
    func waitUntilTold(_ count: Int) async {
        while told.count < count { await Task.yield() }
    }
}

extension CaptchaRetry {
    /// Returns when so much time has passed that no scope is remembered.
    func forgetEverything(_ clock: ManualClock) async {
        while coordinator.state.withLock({ !$0.scopes.isEmpty }) {
            clock.advance(by: .seconds(60))
            await Task.yield()
        }
    }
}
