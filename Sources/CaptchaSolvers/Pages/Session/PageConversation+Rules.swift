import CaptchaRetry

extension PageConversation {
    mutating func start(isLoaded: Bool) {
        if isLoaded {
            renew()
        } else {
            load(.load)
        }
        if !isInvisible { show() }
    }

    mutating func handle(_ event: PageEvent) {
        switch event {
        case .loaded: widgetIsThere()
        case .shown:
            challengeIsThere()
            stop(.reload)
            show()
        case .hidden:
            challengeIsThere()
            guard isInvisible else { return }
            hide()
            // A challenge that a reset takes away is none that the person closed.
            let isResetting = isRenewing && canReset
            if !isResetting, !timers.contains(.retry) { start(.reload, limits.tokenAfterHide) }
        case .token(let token):
            if !isRenewing { finish(.success(token)) }
        case .expired:
            if phase == .ready { renew() }
        case .failed(let failure): handle(failure)
        case .closed: dismiss()
        case .resized(let width, let height): steps.append(.resize(width: width, height: height))
        }
    }

    mutating func handle(_ failure: PageFailure) {
        if let verdict {
            finish(.failure(error(verdict)))
        } else if failure.kind == .refused, isShown {
            verdict = failure
        } else if !failure.isRetryable || retries >= limits.retries {
            // A page that goes on failing while it waits for its next try has not used that up yet.
            if !timers.contains(.retry) || !failure.isRetryable { finish(.failure(error(failure))) }
        } else if !timers.contains(.retry) {
            let delay = min(max(limits.retryDelay, .zero), .seconds(3600)) * (1 << min(retries, 10))
            retries += 1
            stop(.load)
            stop(.reload)
            start(.retry, delay)
        }
    }

    mutating func fire(_ timer: Timer) {
        guard timers.remove(timer) != nil else { return }
        switch timer {
        case .load: finish(.failure(outcome(or: .timedOut, "the page did not load in time")))
        case .solve: finish(.failure(outcome(or: .timedOut, "there was no token in time")))
        case .reload, .retry:
            if isInvisible { hide() }
            load(.reload)
        }
    }

    mutating func dismiss() {
        finish(.failure(outcome(or: .dismissed, nil)))
    }

    /// The widget is there, or is again.
    mutating func widgetIsThere() {
        phase = .ready
        isRenewing = false
        challengeIsThere()
    }

    /// A page that has a challenge to show has loaded, whether it said so or not.
    private mutating func challengeIsThere() {
        guard !isRenewing else { return }
        phase = .ready
        stop(.load)
        start(.solve, limits.solve)
    }

    /// Has the widget start anew, with nothing left of what was before.
    mutating func renew() {
        isRenewing = true
        if isInvisible { hide() }
        stop(.reload)
        load(canReset ? .reset : .reload)
    }

    private mutating func load(_ step: Step) {
        phase = .loading
        steps.append(step)
        stop(.load)
        start(.load, limits.load)
    }

    private mutating func show() {
        if !isShown { steps.append(.show) }
        isShown = true
    }

    private mutating func hide() {
        if isShown { steps.append(.hide) }
        isShown = false
    }

    private mutating func start(_ timer: Timer, _ duration: Duration) {
        // Beyond a year it makes no difference any more, and a clock must not overflow.
        let duration = min(max(duration, .zero), .seconds(365 * 86_400))
        if timers.insert(timer).inserted { steps.append(.start(timer, duration)) }
    }

    private mutating func stop(_ timer: Timer) {
        if timers.remove(timer) != nil { steps.append(.stop(timer)) }
    }

    mutating func finish(_ result: Result<CaptchaToken, CaptchaHandlingError>) {
        for timer in Timer.allCases { stop(timer) }
        phase = .over
        steps += [.close, .complete(result)]
    }

    private func outcome(or code: CaptchaHandlingError.Code, _ reason: String?) -> CaptchaHandlingError {
        verdict.map(error) ?? CaptchaHandlingError(code, reason: reason)
    }

    private func error(_ failure: PageFailure) -> CaptchaHandlingError {
        CaptchaHandlingError(.solverFailed, reason: failure.description, underlying: failure)
    }
}
