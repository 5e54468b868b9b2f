import CaptchaRetry
import Testing
import TestSupport

@testable import CaptchaSolvers

@Suite("The conversation with a captcha page, under random events")
struct PageConversationExplorationTests {
    @Test("Whatever comes in whatever order, there is one outcome, one close, and no timer is left")
    func exploration() {
        var outcomes: [String: Int] = [:]
        for seed in UInt64(0)..<20_000 {
            var generator = SeededGenerator(seed: seed)
            var run = Run(&generator)
            for _ in 0..<generator.number(1...40) { run.take(Run.input(&generator)) }
            // In the end time passes, and nothing else happens.
            for _ in 0..<200 where run.outcome == nil { run.letTimePass() }
            #expect(run.violations == [], "seed \(seed): \(run.story.joined(separator: ", "))")
            #expect(run.outcome != nil, "seed \(seed): \(run.story.joined(separator: ", "))")
            #expect(run.timers.isEmpty, "seed \(seed)")
            outcomes[run.outcome ?? "none", default: 0] += 1
        }
        // It proves nothing if it does not get around.
        for outcome in ["token", "dismissed", "timedOut", "solverFailed", "cancelled"] {
            #expect((outcomes[outcome] ?? 0) > 500, "\(outcomes)")
        }
    }

    /// What the steps so far add up to.
    private struct Run {
        var conversation: PageConversation
        let isInvisible: Bool
        var isShown = false
        var isClosed = false
        var outcome: String?
        var timers: Set<PageConversation.Timer> = []
        /// Whether a token may be one from before a reset.
        var isRenewing = false
        var hasChallenge = false
        var story: [String] = []
        var violations: [String] = []

        init(_ generator: inout SeededGenerator) {
            isInvisible = generator.chance(50)
            let rehearsal = Rehearsal(
                isInvisible: isInvisible, reportsLoading: generator.chance(50), canReset: generator.chance(50))
            conversation = rehearsal.conversation
            take(.start(isLoaded: generator.chance(30)))
        }

        static func input(_ generator: inout SeededGenerator) -> PageConversation.Input {
            if generator.once(in: 6) { return .timer(generator.pick(PageConversation.Timer.allCases)) }
            if generator.once(in: 40) {
                return generator.pick([.closedByPerson, .cancelled, .event(.closed), .refused])
            }
            if generator.once(in: 25) { return .token }
            return generator.pick([
                .loaded, .shown, .hidden, .shown, .hidden, .expired, .networkFailed, .answered, .navigationFinished,
                .reappeared, .start, .event(.resized(width: 1, height: 2)),
            ])
        }

        mutating func letTimePass() {
            // The shorter ones first, as a clock would.
            let order: [PageConversation.Timer] = [.reload, .retry, .load, .solve]
            guard let timer = order.first(where: timers.contains) else {
                violations.append("nothing will end it")
                outcome = "none"
                return
            }
            take(.timer(timer))
        }

        mutating func take(_ input: PageConversation.Input) {
            let wasOver = outcome != nil
            let isToken = if case .event(.token) = input { true } else { false }
            if case .timer(let timer) = input, timers.remove(timer) == nil { return take(staleTimer: timer) }
            if case .event(.shown) = input { hasChallenge = true }
            if case .event(.loaded) = input { isRenewing = false }
            if case .answered = input, !conversation.canReset { isRenewing = false }
            if case .navigationFinished = input, !conversation.reportsLoading, !timers.contains(.retry) {
                isRenewing = false
            }
            story.append("\(input)")
            let steps = conversation.handle(input)
            if wasOver, !steps.isEmpty { violations.append("steps after the outcome: \(steps)") }
            for step in steps { note(step) }
            if isToken, !wasOver, !isRenewing, outcome != "token" { violations.append("a token was lost") }
            if isToken, !wasOver, isRenewing, outcome == "token" { violations.append("an old token was taken") }
            if (outcome != nil) != isClosed { violations.append("closed without an outcome or the other way round") }
            if outcome == nil, isInvisible, isShown, !hasChallenge { violations.append("shown without a challenge") }
            if outcome == nil, !isInvisible, !isShown { violations.append("a visible page is hidden") }
        }

        /// A timer that was stopped may still come through.
        private mutating func take(staleTimer timer: PageConversation.Timer) {
            if !conversation.handle(.timer(timer)).isEmpty { violations.append("a stopped timer did something") }
        }

        private mutating func note(_ step: PageConversation.Step) {
            if outcome != nil { violations.append("\(step) after the outcome") }
            if isClosed, case .complete = step {} else if isClosed { violations.append("\(step) after the close") }
            switch step {
            case .show:
                if isShown { violations.append("shown twice") }
                isShown = true
            case .hide:
                if !isShown || !isInvisible { violations.append("hidden for no reason") }
                isShown = false
                hasChallenge = false
            case .reset: isRenewing = true
            case .reload:
                if case .ready = conversation.phase { violations.append("loaded again without waiting for it") }
                if conversation.isRenewing { isRenewing = true }
            case .start(let timer, _):
                if !timers.insert(timer).inserted { violations.append("\(timer) is started twice") }
            case .stop(let timer):
                if timers.remove(timer) == nil { violations.append("\(timer) is stopped, but does not run") }
            case .close: isClosed = true
            case .complete(.success): outcome = "token"
            case .complete(.failure(let error)): outcome = error.code.description
            case .load, .resize: break
            }
        }
    }
}
