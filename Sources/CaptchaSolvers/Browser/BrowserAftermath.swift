import CaptchaRetry

/// The sessions whose answers are with the upstream: they are told the outcome, and are there for the next prompt after
/// a refusal, so that it comes in the same tab.
final class BrowserAftermath: Sendable {
    /// How long a page waits to hear what became of its answer.
    static let outcomePatience: Duration = .seconds(30)
    /// How long a page waits after a refusal to be asked again.
    static let promptPatience: Duration = .seconds(10)

    private struct Entry {
        var id: Int
        var session: BrowserSession
        /// The solve, where it is known. Of two accounts both may be asked the same.
        var key: SolveKey?
        var challenge: CaptchaChallenge
        var isRefused = false
        var watch: Task<Void, Never>?
    }

    private struct State {
        var entries: [Entry] = []
        var lastID = 0
    }

    private let state = Lock(State())
    private let clock: any Clock<Duration>

    init(clock: any Clock<Duration>) { self.clock = clock }

    /// Keeps a session until the outcome for its challenge is known.
    func keep(_ session: BrowserSession, answering challenge: CaptchaChallenge) {
        let id = state.withLock { state in
            state.lastID += 1
            state.entries.append(
                Entry(id: state.lastID, session: session, key: SolveKey.current, challenge: challenge))
            return state.lastID
        }
        watch(id, for: Self.outcomePatience)
    }

    /// Tells the session that answered a challenge what became of the answer.
    func conclude(_ challenge: CaptchaChallenge, _ outcome: ReplayOutcome) async {
        let goesOn = outcome == .refused && !Refusal.isFinal
        let key = SolveKey.current
        let entry = state.withLock { state -> Entry? in
            let index = state.entries.firstIndex { entry in
                !entry.isRefused && entry.challenge == challenge
                    && (entry.key == key || entry.key == nil || key == nil)
            }
            guard let index else { return nil }
            guard goesOn else { return state.entries.remove(at: index) }
            state.entries[index].isRefused = true
            return state.entries[index]
        }
        guard let entry else { return }
        if !goesOn { entry.watch?.cancel() }
        switch outcome {
        case .accepted: await entry.session.end(.accepted)
        case .refused where goesOn: watch(entry.id, for: Self.promptPatience)
        case .refused: await entry.session.end(.refused)
        case .undetermined: await entry.session.end(.sent)
        }
    }

    /// The session whose answer was refused in the round before this challenge, if it is there still.
    func takeSession(before challenge: CaptchaChallenge) -> BrowserSession? {
        let entry = state.withLock { state in
            state.entries.firstIndex { entry in
                entry.isRefused && entry.challenge.scheme == challenge.scheme
                    && entry.challenge.origin == challenge.origin && entry.challenge.round == challenge.round - 1
            }.map { state.entries.remove(at: $0) }
        }
        entry?.watch?.cancel()
        return entry?.session
    }

    /// Ends a session when nobody has asked for it in this time.
    private func watch(_ id: Int, for patience: Duration) {
        let watch = Task { [clock] in
            if (try? await clock.sleep(for: patience)) != nil { await expire(id) }
        }
        let (isThere, last) = state.withLock { state -> (Bool, Task<Void, Never>?) in
            guard let index = state.entries.firstIndex(where: { $0.id == id }) else { return (false, nil) }
            defer { state.entries[index].watch = watch }
            return (true, state.entries[index].watch)
        }
        last?.cancel()
        if !isThere { watch.cancel() }
    }

    private func expire(_ id: Int) async {
        let entry = state.withLock { state in
            state.entries.firstIndex { $0.id == id }.map { state.entries.remove(at: $0) }
        }
        guard let entry else { return }
        await entry.session.end(entry.isRefused ? .refused : .sent)
    }
}
