/// Which of several solvers solved a challenge, until that is asked for.
///
/// A solve is known by its ``SolveKey``, and where there is none by its challenge, which comes back exactly as it was
/// solved; of equal ones the first that was solved is taken to come back first.
struct SolveRecord: Sendable {
    private struct Note {
        var key: SolveKey?
        var challenge: CaptchaChallenge
        var solver: Int
    }

    /// A token that is dropped instead of replayed is never asked for. Such notes go when there are that many newer ones.
    static let limit = 256

    private let notes = Lock<[Note]>([])

    func note(_ solver: Int, for challenge: CaptchaChallenge) {
        let note = Note(key: SolveKey.current, challenge: challenge, solver: solver)
        notes.withLock { notes in
            // The token of one solve is its last one.
            if note.key != nil { notes.removeAll { $0.key == note.key } }
            if notes.count >= Self.limit { notes.removeFirst() }
            notes.append(note)
        }
    }

    /// The solver of this challenge, once.
    func take(_ challenge: CaptchaChallenge) -> Int? {
        let key = SolveKey.current
        return notes.withLock { notes in
            let index =
                notes.firstIndex { $0.key == key && $0.challenge == challenge }
                ?? notes.firstIndex { ($0.key == nil || key == nil) && $0.challenge == challenge }
            return index.map { notes.remove(at: $0).solver }
        }
    }
}
