public import CaptchaRetry

/// Shows a ``CaptchaPage`` in a ``PageView`` until there is a token, a failure, or nobody who wants it any more.
///
/// ```swift
/// let page = try CaptchaPage(for: challenge)
/// let token = try await PageSession(page, in: MyWebView()).token()
/// ```
///
/// A session is for one showing. Make another for the next one, so that nothing of the one before is left.
@MainActor
public final class PageSession {
    private let page: CaptchaPage
    private let view: any PageView
    private let isLoaded: Bool
    private let clock: any Clock<Duration>
    private var conversation: PageConversation
    private var timers: [PageConversation.Timer: Task<Void, Never>] = [:]
    /// Grows with each timer that is started: one that was stopped may still come through.
    private var lastTimer = 0
    private var currentTimers: [PageConversation.Timer: Int] = [:]
    private var steps: [PageConversation.Step] = []
    private var isStepping = false
    private var continuation: CheckedContinuation<Result<CaptchaToken, CaptchaHandlingError>, Never>?

    /// A session.
    ///
    /// - Parameters:
    ///   - page: The page to show.
    ///   - view: The view to show it in. The session keeps it until it is over.
    ///   - isLoaded: Whether the view still has this page from an earlier session. Its widget is then started anew,
    ///     and an answer that was meant for the earlier session is dropped.
    ///   - limits: How long it may take.
    ///   - clock: The clock of the limits.
    public init(
        _ page: CaptchaPage, in view: any PageView, isLoaded: Bool = false, limits: PageLimits = PageLimits(),
        clock: any Clock<Duration> = ContinuousClock()
    ) {
        self.page = page
        self.view = view
        self.isLoaded = isLoaded
        self.clock = clock
        conversation = PageConversation(page, limits: limits)
    }

    /// Loads the page, shows it where it has to be seen, and waits for its token.
    ///
    /// When it returns or throws, the view is closed. Call it once.
    ///
    /// - Throws: ``CaptchaHandlingError`` with one of these codes:
    ///   - ``CaptchaHandlingError/Code/dismissed`` if the page or the person closed it without a token,
    ///   - ``CaptchaHandlingError/Code/timedOut`` if a limit was reached,
    ///   - ``CaptchaHandlingError/Code/solverFailed`` if the page failed; the underlying error is a ``PageFailure``,
    ///     whose ``PageFailure/kind`` tells a bot verdict from network trouble,
    ///   - ``CaptchaHandlingError/Code/cancelled`` if the task was cancelled.
    public func token() async throws(CaptchaHandlingError) -> CaptchaToken {
        guard case .idle = conversation.phase else {
            throw CaptchaHandlingError(.solverFailed, reason: "a page session is for one showing")
        }
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                self.continuation = continuation
                if Task.isCancelled {
                    take(.cancelled)
                } else {
                    view.onInput = { [weak self] in self?.receive($0) }
                    take(.start(isLoaded: isLoaded))
                }
            }
        } onCancel: {
            Task { @MainActor in self.take(.cancelled) }
        }
        return try result.get()
    }

    private func receive(_ input: PageInput) {
        switch input {
        case .message(let message):
            if let event = page.event(from: message) { take(.event(event)) }
        case .navigationFinished: take(.navigationFinished)
        case .closedByPerson: take(.closedByPerson)
        case .reappeared: take(.reappeared)
        case .navigationFailed, .answered, .processTerminated:
            if let failure = input.failure {
                take(.failed(failure))
            } else if case .answered = input {
                take(.answered)
            }
        }
    }

    /// A step may bring the next input while others are still to be done; they stay in their order.
    private func take(_ input: PageConversation.Input) {
        steps += conversation.handle(input)
        guard !isStepping else { return }
        isStepping = true
        while !steps.isEmpty { perform(steps.removeFirst()) }
        isStepping = false
    }

    private func perform(_ step: PageConversation.Step) {
        switch step {
        case .load: view.load(page)
        case .reload: view.reload()
        case .reset: if let script = page.resetScript { view.evaluate(script) }
        case .show: view.show()
        case .hide: view.hide()
        case .resize(let width, let height): view.resize(width: width, height: height)
        case .start(let timer, let duration): start(timer, duration)
        case .stop(let timer): forget(timer)?.cancel()
        case .close:
            view.onInput = nil
            view.close()
        case .complete(let result):
            continuation?.resume(returning: result)
            continuation = nil
        }
    }

    private func start(_ timer: PageConversation.Timer, _ duration: Duration) {
        lastTimer += 1
        let number = lastTimer
        currentTimers[timer] = number
        timers[timer] = Task { [weak self, clock] in
            do { try await clock.sleep(for: duration) } catch { return }
            guard let self, self.currentTimers[timer] == number else { return }
            self.forget(timer)
            self.take(.timer(timer))
        }
    }

    @discardableResult
    private func forget(_ timer: PageConversation.Timer) -> Task<Void, Never>? {
        currentTimers[timer] = nil
        return timers.removeValue(forKey: timer)
    }
}
