/// The tokens that a request carries, at most one for each scheme, in the order of their coming.
@usableFromInline
struct Answers {
    struct Entry {
        var solve: PromptQueue.SolveID
        var answer: CaptchaAnswer
    }

    private(set) var entries: [Entry] = []

    @usableFromInline
    init() {}

    /// The answer that came last, with those before it.
    var latest: CaptchaAnswer? {
        var latest = entries.last?.answer
        latest?.earlier = entries.dropLast().map(\.answer)
        return latest
    }

    /// The solve that the token of this scheme is from.
    func solve(of schemeID: String) -> PromptQueue.SolveID? {
        entries.first { $0.answer.challenge.scheme == schemeID }?.solve
    }

    /// Puts an answer in, in place of an earlier one of the same scheme.
    mutating func set(_ answer: CaptchaAnswer, from solve: PromptQueue.SolveID) {
        remove(answer.challenge.scheme)
        entries.append(Entry(solve: solve, answer: answer))
    }

    mutating func remove(_ schemeID: String) {
        entries.removeAll { $0.answer.challenge.scheme == schemeID }
    }
}
