/// Whatever turns a challenge into a token: a person at a web view, a browser or a terminal, or a stub in a test.
///
/// ```swift
/// struct AskSupport: CaptchaSolver {
///     let desk: SupportDesk
///
///     func solve(_ challenge: CaptchaChallenge) async throws(CaptchaHandlingError) -> CaptchaToken {
///         guard case .question(let text) = challenge.prompt else {
///             throw CaptchaHandlingError(.noSolverForPrompt)
///         }
///         let answer: String?
///         do {
///             answer = try await desk.ask(text)
///         } catch {
///             throw CaptchaHandlingError(.solverFailed, underlying: error)
///         }
///         guard let answer else { throw CaptchaHandlingError(.dismissed) }
///         return try CaptchaToken(answer)
///     }
/// }
/// ```
///
/// What you can count on:
/// - Within one scope (origin, scheme, identity) `solve` is never running twice at the same time.
/// - The task is cancelled when nobody is interested in the answer any more: close your window then, and throw
///   anything. Callers do not wait for you to do so, but the next prompt of the scope does.
/// - Requests that you send inside `solve` through the same wrapper do not wait for your own answer; if they are
///   challenged, the captcha error comes back to you as the upstream sent it. They are known by a task-local value,
///   which `Task.detached` and the callbacks of other frameworks do not have: a request from there would wait until
///   ``CaptchaRetryPolicy/solveTimeout``.
public protocol CaptchaSolver: Sendable {
    /// Suspends until the challenge is answered.
    ///
    /// - Throws: ``CaptchaHandlingError``: ``CaptchaHandlingError/Code/dismissed`` when the person closes the prompt,
    ///   ``CaptchaHandlingError/Code/noSolverForPrompt`` when you can't show it, and
    ///   ``CaptchaHandlingError/Code/solverFailed`` with the underlying error for everything else.
    func solve(_ challenge: CaptchaChallenge) async throws(CaptchaHandlingError) -> CaptchaToken

    /// Told once for each token, after a replay with it came back.
    ///
    /// After ``ReplayOutcome/refused`` a further `solve` may follow, with a higher ``CaptchaChallenge/round``; it
    /// starts when this call has returned, or the caller is gone. Be quick: the caller waits for you to hear it.
    func didReplay(_ challenge: CaptchaChallenge, outcome: ReplayOutcome) async
}

extension CaptchaSolver {
    /// Does nothing.
    public func didReplay(_ challenge: CaptchaChallenge, outcome: ReplayOutcome) async {}
}
