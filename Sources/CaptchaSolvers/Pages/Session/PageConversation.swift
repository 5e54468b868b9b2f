import CaptchaRetry

/// What happens with a captcha page, from its first load to the one outcome: inputs in, steps out, and nothing else.
///
/// 1. A visible page is shown from the start, an invisible one only while it has a challenge open.
/// 2. Each load has to bring the widget within ``PageLimits/load``; from the first time on that it is there, the person
///    has ``PageLimits/solve``, whatever is reset or loaded again meanwhile.
/// 3. A token ends it, also one that comes after the challenge was closed. Only what was on its way while the widget
///    starts anew does not count: it belongs to what was before. That is so until the widget is there again, or the
///    server of a page that is loaded again has answered.
/// 4. A challenge that was closed means nothing on a visible page, as the person can open it again. On an invisible
///    page nobody could: it is hidden, and loaded again unless the token comes within ``PageLimits/tokenAfterHide``.
/// 5. An expired token has the widget reset; so has a new showing of the page.
/// 6. A failure that is retryable has the page loaded again, ``PageLimits/retries`` times and ever later. Any other ends
///    it.
/// 7. Somebody who is taken for a bot reads so on the page; the refusal comes out when the page is closed or nobody
///    closes it in time. It ends at once where nobody sees it.
/// 8. A page that is closed without a token was dismissed.
/// 9. There is one outcome. What comes later is ignored.
struct PageConversation {
    enum Timer: CaseIterable, Hashable {
        case load
        case solve
        /// Until a page whose challenge was closed is loaded again.
        case reload
        /// Until a page that failed is loaded again.
        case retry
    }

    enum Input {
        /// - isLoaded: Whether the view still has the page from an earlier showing.
        case start(isLoaded: Bool)
        case event(PageEvent)
        case answered
        case navigationFinished
        case failed(PageFailure)
        case reappeared
        case timer(Timer)
        case closedByPerson
        case cancelled
    }

    enum Step {
        case load
        case reload
        case reset
        case show
        case hide
        case resize(width: Double, height: Double)
        case start(Timer, Duration)
        case stop(Timer)
        case close
        case complete(Result<CaptchaToken, CaptchaHandlingError>)
    }

    enum Phase {
        case idle
        case loading
        case ready
        case over
    }

    let isInvisible: Bool
    let reportsLoading: Bool
    let canReset: Bool
    let limits: PageLimits

    var phase = Phase.idle
    var isShown = false
    /// Whether the widget is on its way to a new start, so that a token would be an old one.
    var isRenewing = false
    var timers: Set<Timer> = []
    var retries = 0
    /// Rule 7.
    var verdict: PageFailure?
    /// Collects the steps of one input.
    var steps: [Step] = []

    init(_ page: CaptchaPage, limits: PageLimits) {
        isInvisible = page.isInvisible
        reportsLoading = page.reportsLoading
        canReset = page.resetScript != nil
        self.limits = limits
    }

    /// Takes an input in.
    ///
    /// - Returns: What to do now, in this order.
    mutating func handle(_ input: Input) -> [Step] {
        steps = []
        switch (phase, input) {
        case (.over, _): break
        case (_, .cancelled): finish(.failure(CaptchaHandlingError(.cancelled)))
        case (.idle, .start(let isLoaded)): start(isLoaded: isLoaded)
        case (.idle, _), (_, .start): break
        case (_, .event(let event)): handle(event)
        // A widget that is reset stays in its document, whatever else that one loads.
        case (_, .answered): if !canReset { isRenewing = false }
        // What is there while a page waits for its next try is an error page.
        case (_, .navigationFinished): if !reportsLoading, !timers.contains(.retry) { widgetIsThere() }
        case (_, .failed(let failure)): handle(failure)
        case (_, .reappeared): if canReset, phase == .ready { renew() }
        case (_, .timer(let timer)): fire(timer)
        case (_, .closedByPerson): dismiss()
        }
        return steps
    }

    /// Whether it has come to its outcome.
    var isOver: Bool { phase == .over }
}
