/// Which of several solvers solved a challenge, until that is asked for.
///
/// A challenge comes back exactly as it was solved, so it is known by its value. Two that are equal (of two accounts,
/// say) are almost always solved by the same solver; if not, the one that was solved first is taken to come back first.
struct SolveRecord: Sendable {
    /// A token that is never replayed, since its caller left, is never asked for either. Such notes are dropped when
    /// there are that many newer ones.
    static let limit = 256

    private let notes = Lock<[(challenge: CaptchaChallenge, solver: Int)]>([])

    func note(_ solver: Int, for challenge: CaptchaChallenge) {
        notes.withLock { notes in
            if notes.count >= Self.limit { notes.removeFirst() }
            notes.append((challenge, solver))
        }
    }

    /// The solver of this challenge, once.
    func take(_ challenge: CaptchaChallenge) -> Int? {
        notes.withLock { notes in
            notes.firstIndex { $0.challenge == challenge }.map { notes.remove(at: $0).solver }
        }
    }
}
