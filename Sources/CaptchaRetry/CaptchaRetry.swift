#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Wraps an API client: answers the captcha errors of its upstream, and replays the requests that met them.
///
/// ```swift
/// let retry = CaptchaRetry(schemes: [.mediaWiki], solver: TerminalSolver())
/// let response = try await retry.perform(request) { request in
///     try await client.execute(request)
/// }
/// ```
///
/// Make one for a client and keep it: its requests share prompts and tokens. A request walks through it like this:
/// 1. The shared token of its scope, if there is one, is put in, and the request is sent.
/// 2. A response that is no captcha error is returned as it is. That is all for most requests.
/// 3. A captcha error that cannot be answered is returned as it is, too; an event says why.
/// 4. The request waits for its turn in its scope (origin, scheme, identity). If the upstream may have lifted its check
///    meanwhile, the request is replayed without a token first.
/// 5. The solver is asked, and the original request is sent again with the token in it.
/// 6. If the upstream challenges that too, back to 3, within the bounds of the policy.
public struct CaptchaRetry: Sendable {
    let detector: Detector
    @usableFromInline let gate: ResponseGate
    let maximumReplays: Int
    private let sharesTokens: Bool
    let coordinator: Coordinator

    /// A wrapper.
    ///
    /// - Parameters:
    ///   - schemes: How the upstream reports captchas, such as `[.vk]`. The first that recognises a response wins.
    ///   - solver: Who answers.
    ///   - policy: The bounds.
    ///   - onEvent: Called with each step of each challenged request, on whatever thread it happens; keep it short.
    public init(
        schemes: [any CaptchaScheme], solver: any CaptchaSolver, policy: CaptchaRetryPolicy = .init(),
        onEvent: (@Sendable (CaptchaEvent) -> Void)? = nil
    ) {
        self.init(schemes: schemes, solver: solver, policy: policy, onEvent: onEvent) { operation in
            Task { await operation() }
        }
    }

    init(
        schemes: [any CaptchaScheme], solver: any CaptchaSolver, policy: CaptchaRetryPolicy,
        onEvent: (@Sendable (CaptchaEvent) -> Void)?,
        spawn: @escaping @Sendable (@escaping @Sendable () async -> Void) -> Task<Void, Never>
    ) {
        detector = Detector(schemes, maximumBody: policy.maximumInspectedBody)
        gate = ResponseGate(detector.schemes.map(\.signal), maximumBody: policy.maximumInspectedBody)
        maximumReplays = policy.maximumReplays
        sharesTokens = detector.schemes.contains { $0.tokenScope != .singleUse }
        coordinator = Coordinator(solver: solver, policy: policy, onEvent: onEvent, spawn: spawn)
    }

    /// Sends a request by any client, and answers the captcha errors that come back.
    ///
    /// Wrap it around the client's own sending, inside of logging. The closure is called once for each send, one after
    /// the other, on the caller's executor. It should send once: a retry inside of it would use a token twice that is
    /// good for one request. It should not follow redirects to other origins with all header fields either, as
    /// `URLSession` does on Linux; `CaptchaRetryingSession` takes care of both.
    ///
    /// - Parameters:
    ///   - request: The request as it would be sent without this package.
    ///   - identity: Whose request it is, where one client serves several accounts: tokens and prompts are not shared
    ///     between identities. The solver is not told; where it has to know, make a wrapper for each account.
    ///   - send: Sends what it is given, and returns captcha errors as responses.
    /// - Returns: The response that the client gave for the original request or its last replay.
    /// - Throws: ``CaptchaHandlingError`` if a challenge was not answered, `CancellationError` if the caller's task is
    ///   cancelled meanwhile, and whatever `send` throws.
    @inlinable
    @inline(__always)
    public func perform<Request: ReplayableRequest, Response: InspectableResponse>(
        _ request: Request, identity: String? = nil, send: (Request) async throws -> Response
    ) async throws -> Response {
        try Task.checkCancellation()
        // This is all that most requests go through, so it is compiled for the client's own types, into its own code.
        guard let sentAt = presentWithoutTokens else { return try await performWithHeldTokens(request, identity, send) }
        let response = try await send(request)
        guard gate.admits(response) else { return response }
        return try await answer(response, to: request, Answers(), identity, sentAt, send)
    }

    /// Runs an operation of a client that throws typed errors and takes the token as an argument.
    ///
    /// ```swift
    /// let post = try await retry.perform {
    ///     ($0 as? ShopError)?.captchaURL.map { CaptchaChallenge(scheme: "shop", prompt: .page($0)) }
    /// } operation: { answer in
    ///     try await shop.post(text, captchaToken: answer?.token.value)
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - identity: Whose operation it is; see ``perform(_:identity:send:)``.
    ///   - recognizing: The challenge in an error of the operation, or `nil` if it is anything else. If its scheme is
    ///     none of this wrapper's, its tokens are good for one operation each.
    ///   - operation: Called without an answer first, then with the latest one; those to other schemes are in its
    ///     ``CaptchaAnswer/earlier``. It must be fit to run again. Shared tokens are not known before the first challenge
    ///     here, since nothing says where the operation goes.
    /// - Throws: As ``perform(_:identity:send:)``; errors that are not recognised are thrown as they are.
    public func perform<Success>(
        identity: String? = nil, recognizing: (any Error) -> CaptchaChallenge?,
        operation: (CaptchaAnswer?) async throws -> Success
    ) async throws -> Success {
        try Task.checkCancellation()
        let sentAt = coordinator.sendTimes.now
        do {
            return try await operation(nil)
        } catch {
            guard let challenge = recognizing(error) else { throw error }
            let first: Challenged<Success> = challenged(challenge, by: error)
            let run = ChallengedRequest(coordinator.number(), identity, Answers(), sentAt: sentAt)
            return try await answer(first, by: run) { _ in
                nil
            } resend: { answers in
                do {
                    return .passed(try await operation(answers.latest), .accepted)
                } catch {
                    guard let challenge = recognizing(error) else { throw error }
                    return .challenged(challenged(challenge, by: error))
                }
            }
        }
    }
}

extension CaptchaRetry {
    /// The present, or `nil` where a scope holds a shared token: one question for both, since every request asks it.
    @usableFromInline var presentWithoutTokens: SendTime? {
        sharesTokens && coordinator.holdsAnyToken ? nil : coordinator.sendTimes.now
    }

    /// The same where a scope holds a shared token, which may be for this request.
    @usableFromInline
    func performWithHeldTokens<Request: ReplayableRequest, Response: InspectableResponse>(
        _ request: Request, _ identity: String?, _ send: (Request) async throws -> Response
    ) async throws -> Response {
        let (first, attached) = withHeldTokens(request, identity)
        let sentAt = coordinator.sendTimes.now
        let response = try await send(first)
        guard gate.admits(response) else { return response }
        return try await answer(response, to: request, attached, identity, sentAt, send)
    }

    /// Answers the challenge in a response, if there is one.
    @usableFromInline
    func answer<Request: ReplayableRequest, Response: InspectableResponse>(
        _ response: Response, to request: Request, _ attached: Answers, _ identity: String?, _ sentAt: SendTime,
        _ send: (Request) async throws -> Response
    ) async throws -> Response {
        guard let challenged = challenged(response, to: request) else { return response }
        let run = ChallengedRequest(coordinator.number(), identity, attached, sentAt: sentAt)
        return try await answer(challenged, by: run) { answer in
            try await submit(answer, to: request, send: send)
        } resend: { answers in
            let response = try await send(edited(request, with: answers))
            guard gate.admits(response), let again = self.challenged(response, to: request) else {
                return .passed(response, ReplayOutcome(status: response.status))
            }
            return .challenged(again)
        }
    }

    /// Answers challenges until the request passes, or cannot.
    private func answer<Success>(
        _ first: Challenged<Success>, by run: ChallengedRequest,
        submit: (CaptchaAnswer) async throws -> Submitted<Success>?, resend: (Answers) async throws -> Reply<Success>
    ) async throws -> Success {
        var (challenged, run) = (first, run)
        defer { run.scope.map { coordinator.leave(run.number, in: $0) } }
        while true {
            run.enter(&challenged.challenge)
            report(.challenged, run, challenged)
            if let reason = challenged.reasonToPassThrough ?? (coordinator.isInsideSolver ? "a solver sent it" : nil) {
                report(.passedThrough, run, challenged, detail: reason)
                return try challenged.original.get()
            }
            let solve: PromptQueue.SolveID?
            do {
                solve = try await takeTurn(challenged, &run)
            } catch {
                throw ended(run, challenged, by: error)
            }
            let reply =
                if let early = try await handIn(challenged, run, solve, submit) { early } else {
                    try await replay(challenged, &run, with: solve, resend)
                }
            switch reply {
            case .passed(let success, _): return success
            case .challenged(let again): challenged = again
            }
        }
    }
}
