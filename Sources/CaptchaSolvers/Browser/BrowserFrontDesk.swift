import CaptchaRetry
import Foundation
import LoopbackHTTP

/// Takes the requests to a page, keeps those waiting that have to, and passes on what the person does.
final class BrowserFrontDesk: Sendable {
    /// A request that waits for something to change.
    private struct Waiter {
        var isClientThere: @Sendable () -> Bool
        var wake: AsyncStream<Void>.Continuation
    }

    private struct State {
        var conversation: BrowserConversation
        var address: BrowserAddress?
        var listener: AsyncStream<BrowserConversation.Event>.Continuation?
        var lastID = 0
        var waiters: [Int: Waiter] = [:]

        mutating func takeWaiters() -> [Waiter] {
            defer { waiters = [:] }
            return Array(waiters.values)
        }
    }

    private let state: Lock<State>
    private let language: BrowserLanguage?
    private let program: String

    init(_ prompt: BrowserPrompt, language: BrowserLanguage?, program: String) {
        state = Lock(State(conversation: BrowserConversation(prompt)))
        self.language = language
        self.program = program
    }

    /// From now on requests are taken.
    func open(at address: BrowserAddress) { state.withLock { $0.address = address } }

    /// What the person does from now on.
    func events() -> AsyncStream<BrowserConversation.Event> {
        let (events, listener) = AsyncStream.makeStream(of: BrowserConversation.Event.self)
        state.withLock { $0.listener = listener }
        return events
    }

    /// - Returns: Whether somebody waits for what is asked now.
    func ask(_ prompt: BrowserPrompt) -> Bool {
        let waiters = state.withLock { state in
            state.conversation.ask(prompt)
            return state.takeWaiters()
        }
        let isSeen = waiters.contains { $0.isClientThere() }
        for waiter in waiters { waiter.wake.yield() }
        return isSeen
    }

    func end(_ ending: BrowserConversation.Ending) {
        let waiters = state.withLock { state in
            state.conversation.end(ending)
            return state.takeWaiters()
        }
        for waiter in waiters { waiter.wake.yield() }
    }

    /// Answers a request, at once or when there is an answer.
    func answer(_ exchange: LoopbackExchange) async -> LoopbackAnswer {
        dropLostWaiters()
        guard let address = state.withLock({ $0.address }) else { return .response(BrowserRefusal.path.response) }
        let request: BrowserRequest
        do throws(BrowserRefusal) {
            request = try BrowserRequest(exchange.head, body: exchange.body, at: address)
        } catch {
            return .response(error.response)
        }
        var step = step(exchange) { $0.receive(request) }
        while case .wait(let change) = step {
            guard await change.contains(where: { _ in true }) else { return .dropConnection }
            step = self.step(exchange) { ($0.reply(to: request), nil) }
        }
        guard case .reply(let reply) = step else { return .dropConnection }
        return .response(response(to: reply, exchange.head, address))
    }

    /// What comes next for a request.
    private enum Step {
        case reply(BrowserConversation.Reply)
        /// Something comes out when there is another reply; it ends without when the client is gone.
        case wait(AsyncStream<Void>)
    }

    /// Whoever has to wait is in the list before the solver learns what was sent.
    private func step(
        _ exchange: LoopbackExchange,
        _ take: (inout BrowserConversation) -> (BrowserConversation.Reply, BrowserConversation.Event?)
    ) -> Step {
        let (step, event, listener) = state.withLock { state in
            let (reply, event) = take(&state.conversation)
            guard reply == .wait else { return (Step.reply(reply), event, state.listener) }
            let (change, wake) = AsyncStream.makeStream(of: Void.self)
            state.lastID += 1
            state.waiters[state.lastID] = Waiter(isClientThere: exchange.isClientThere, wake: wake)
            return (.wait(change), event, state.listener)
        }
        if let event { listener?.yield(event) }
        return step
    }

    /// A page that was left or loaded anew has left its request behind, and with it a connection and a thread.
    private func dropLostWaiters() {
        let lost = state.withLock { $0.waiters }.filter { !$0.value.isClientThere() }
        state.withLock { state in for id in lost.keys { state.waiters[id] = nil } }
        for waiter in lost.values { waiter.wake.finish() }
    }

    private func response(
        to reply: BrowserConversation.Reply, _ head: HTTPRequestHead, _ address: BrowserAddress
    ) -> PlainResponse {
        switch reply {
        case .view(let view):
            let page = BrowserPage(
                language: language ?? .preferred(in: head.headerFields["Accept-Language"]), path: address.path,
                program: program, nonce: RandomSecret().text)
            return BrowserResponse.page(page.html(view), policy: page.policy(view))
        case .picture(let picture): return BrowserResponse.picture(picture)
        case .news(let news): return BrowserResponse.plain(200, news.rawValue)
        case .missing, .wait: return BrowserRefusal.path.response
        }
    }
}
