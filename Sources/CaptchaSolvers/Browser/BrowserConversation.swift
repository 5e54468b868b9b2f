import CaptchaRetry

/// What a prompt's page and the solver have said to each other: requests and outcomes in, answers out.
///
/// It knows no sockets and no time.
struct BrowserConversation: Sendable {
    /// How it ended.
    enum Ending: Hashable, Sendable, CaseIterable {
        /// The upstream took the answer.
        case accepted
        /// It did not, and nobody asks again.
        case refused
        /// What became of the answer is not known.
        case sent
        /// The person gave up.
        case dismissed
        /// The program needs no answer any more.
        case unneeded
    }

    /// What a person who is asked has to be told first.
    enum Notice: Hashable, Sendable {
        /// The answer before was refused; the upstream's words, which may be empty.
        case refused(String)
        /// The field was left empty.
        case empty
        /// What was filled in can be no answer.
        case unusable
    }

    /// What a page shows.
    enum View: Hashable, Sendable {
        case asking(BrowserPrompt, number: Int, Notice?)
        case ended(Ending, asker: String)
    }

    /// What a page that is open is told.
    enum News: String, Hashable, Sendable {
        /// It shows something old.
        case changed
        /// It can be closed.
        case ended
    }

    /// What a request is answered with.
    enum Reply: Hashable, Sendable {
        case view(View)
        case picture(Picture)
        case news(News)
        /// There is no such thing, or no longer.
        case missing
        /// Nothing yet: it is to be asked again when something has changed.
        case wait
    }

    /// What the solver learns.
    enum Event: Hashable, Sendable {
        case token(CaptchaToken)
        case dismissed
    }

    private enum Phase: Hashable, Sendable {
        case asking
        /// The answer is on its way; the page waits for what becomes of it.
        case received
        case ended(Ending)
    }

    private var phase = Phase.asking
    private var prompt: BrowserPrompt
    /// Counts the prompts, so that a form that is sent twice, or late, answers none but its own.
    private var number = 1

    init(_ prompt: BrowserPrompt) { self.prompt = prompt }

    var hasEnded: Bool {
        if case .ended = phase { true } else { false }
    }

    /// Asks something else, after an answer was refused.
    mutating func ask(_ prompt: BrowserPrompt) {
        guard phase == .received else { return }
        self.prompt = prompt
        number += 1
        phase = .asking
    }

    /// Ends it. Only the first end counts.
    mutating func end(_ ending: Ending) {
        if !hasEnded { phase = .ended(ending) }
    }

    /// Takes a request.
    mutating func receive(_ request: BrowserRequest) -> (Reply, Event?) {
        guard case .form(let form) = request else { return (reply(to: request), nil) }
        // A second form, or one of a prompt before: its sender is shown how things are.
        guard phase == .asking, form.number == number else { return (reply(to: .page), nil) }
        if form.isCancelled {
            phase = .ended(.dismissed)
            return (reply(to: .page), .dismissed)
        }
        guard let answer = form.answer, let token = try? prompt.token(answer) else {
            let notice: Notice = form.answer?.isEmpty == true ? .empty : .unusable
            return (.view(.asking(prompt, number: number, notice)), nil)
        }
        phase = .received
        return (.wait, .token(token))
    }

    /// What a request that changes nothing is answered with now.
    func reply(to request: BrowserRequest) -> Reply {
        switch request {
        case .page, .form: page
        case .picture(let number): picture(number)
        case .news(let number): news(number)
        }
    }

    private var page: Reply {
        switch phase {
        case .asking: .view(.asking(prompt, number: number, prompt.refusal.map { .refused($0) }))
        case .received: .wait
        case .ended(let ending): .view(.ended(ending, asker: prompt.asker))
        }
    }

    private func picture(_ number: Int) -> Reply {
        guard case .picture(let picture) = prompt.task, number == self.number, !hasEnded else { return .missing }
        return .picture(picture)
    }

    private func news(_ number: Int) -> Reply {
        if hasEnded { return .news(.ended) }
        return number == self.number ? .wait : .news(.changed)
    }
}
