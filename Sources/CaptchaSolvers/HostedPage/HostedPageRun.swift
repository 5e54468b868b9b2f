import CaptchaRetry
import Foundation

/// One challenge on its way through a hosted page.
struct HostedPageRun: Sendable {
    /// Where the process comes from.
    enum Start: Sendable {
        /// The upstream has created it.
        case created(HostedProcess)
        /// It is to be created.
        case create(HostedPageSolver.Create)
    }

    private enum Event: Sendable {
        case paused
        case ended(Result<HostedPageEnd, CaptchaHandlingError>)
    }

    let challenge: CaptchaChallenge
    let start: Start
    let result: HostedPageSolver.Read
    let polling: HostedPagePolling
    private let state = CallbackState()
    /// The process, as soon as there is one: the opener asks for its link when it is ready.
    private let process = Lock<HostedProcess?>(nil)

    init(
        challenge: CaptchaChallenge, start: Start, result: @escaping HostedPageSolver.Read, polling: HostedPagePolling
    ) {
        self.challenge = challenge
        self.start = start
        self.result = result
        self.polling = polling
    }

    /// The whole way, from the page to the token.
    func token(from opener: any HostedPageOpener) async throws(CaptchaHandlingError) -> CaptchaToken {
        let visit = HostedPageVisit(
            challenge: challenge, link: { callback throws(CaptchaHandlingError) in try await link(callback) },
            isReturn: { isReturn($0) })
        let early = await withTaskGroup(of: Event.self) { group in
            group.addTask { .ended(await end(of: visit, opener)) }
            defer { group.cancelAll() }
            return await watch(&group)
        }
        switch early {
        case .success(let token?): return token
        case .success(nil): return try await poll()
        case .failure(let error): throw error
        }
    }

    /// Waits for the end of the visit, and asks the backend meanwhile.
    ///
    /// - Returns: A token if one is there already, `nil` if the person is back.
    private func watch(_ group: inout TaskGroup<Event>) async -> Result<CaptchaToken?, CaptchaHandlingError> {
        do throws(CaptchaHandlingError) {
            while true {
                if let pause = polling.openPause, !Task.isCancelled {
                    group.addTask { [clock = polling.clock] in
                        try? await clock.sleep(for: pause)
                        return .paused
                    }
                }
                // The visit is among them, so there is always a next one.
                guard case .ended(let end) = await group.next() else {
                    if Task.isCancelled { continue }
                    let answer = await answer()
                    if case .success(nil) = answer { continue }
                    await part(&group)
                    return Task.isCancelled ? .failure(CaptchaHandlingError(.cancelled)) : answer
                }
                if try end.get() == .returned { return .success(nil) }
                guard let token = try await ask() else { throw CaptchaHandlingError(.dismissed) }
                return .success(token)
            }
        } catch {
            return .failure(error)
        }
    }

    /// Gives a page that is done, well or not, a moment to send the person back by itself. It often does so a little after
    /// its backend knows; a browser that found the way back closed by then would show an error of its own. But whoever waits
    /// for the result is not to give up meanwhile: it would be lost.
    private func part(_ group: inout TaskGroup<Event>) async {
        if let deadline = SolveDeadline.current, deadline.timeLeft <= HostedPagePolling.parting + .seconds(1) { return }
        group.addTask { [clock = polling.clock] in
            try? await clock.sleep(for: HostedPagePolling.parting)
            return .paused
        }
        _ = await group.next()
    }

    private func end(
        of visit: HostedPageVisit, _ opener: any HostedPageOpener
    ) async -> Result<HostedPageEnd, CaptchaHandlingError> {
        do throws(CaptchaHandlingError) {
            return .success(try await opener.visit(visit))
        } catch {
            return .failure(error)
        }
    }
}

extension HostedPageRun {
    /// The link to open.
    private func link(_ callback: URL) async throws(CaptchaHandlingError) -> URL {
        if let known = process.withLock({ $0 }) { return known.link }
        let made: HostedProcess
        switch start {
        case .created(let process): made = process
        case .create(let create):
            guard let callback = state.added(to: callback) else {
                throw CaptchaHandlingError(.solverFailed, reason: "the opener's callback is no URL")
            }
            made = try await calling { try await create(challenge, callback) }
        }
        guard ["http", "https"].contains(made.link.scheme?.lowercased()), made.link.host?.isEmpty == false else {
            throw CaptchaHandlingError(.unreadableChallenge, reason: "the link is not http(s)")
        }
        process.withLock { $0 = made }
        return made.link
    }

    private func isReturn(_ url: URL) -> Bool {
        // Whoever created a process before this visit began does not know its state.
        if case .created = start { true } else { state.isIn(url) }
    }

    /// Asks until the backend knows.
    private func poll() async throws(CaptchaHandlingError) -> CaptchaToken {
        if process.withLock({ $0 }) == nil {
            throw CaptchaHandlingError(.solverFailed, reason: "the opener came back without having opened anything")
        }
        let time = TimeBase(polling.clock)
        for pause in polling.pauses {
            if let token = try await ask() { return token }
            let now = time.now()
            guard now < polling.limit else { break }
            do { try await time.sleep(min(now + pause, polling.limit)) } catch {
                throw CaptchaHandlingError(.cancelled)
            }
        }
        throw CaptchaHandlingError(.timedOut, reason: "the result was not there \(polling.limit) after the return")
    }

    /// Asks once. There is nothing to ask before the process is known.
    private func ask() async throws(CaptchaHandlingError) -> CaptchaToken? {
        guard let process = process.withLock({ $0 }) else { return nil }
        return try await calling { try await result(process) }.token()
    }

    /// Asks once, for an answer that is not given at once.
    private func answer() async -> Result<CaptchaToken?, CaptchaHandlingError> {
        do throws(CaptchaHandlingError) {
            return .success(try await ask())
        } catch {
            return .failure(error)
        }
    }

    /// Calls one of the closures.
    private func calling<Value>(_ body: () async throws -> Value) async throws(CaptchaHandlingError) -> Value {
        if Task.isCancelled { throw CaptchaHandlingError(.cancelled) }
        let outcome: Result<Value, any Error>
        do { outcome = .success(try await body()) } catch { outcome = .failure(error) }
        if Task.isCancelled { throw CaptchaHandlingError(.cancelled) }
        switch outcome {
        case .success(let value): return value
        case .failure(let error as CaptchaHandlingError): throw error
        case .failure(let error):
            throw CaptchaHandlingError(.solverFailed, reason: "the backend could not be asked", underlying: error)
        }
    }
}
