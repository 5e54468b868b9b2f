public import CaptchaRetry
public import Foundation

/// Sends a person to a page of somebody else's, waits until they are back, and asks a backend what came of it.
///
/// ```swift
/// let solver = HostedPageSolver(opener: LoopbackOpener()) { challenge, callback in
///     let process = try await backend.createProcess(callback: callback)
///     return HostedProcess(link: process.link, reference: process.id)
/// } result: { process in
///     guard let id = process.reference else { return .refused(reason: "no reference") }
///     return switch try await backend.process(id).status {
///     case .running: .pending
///     case .passed: .done                     // or .token(…), or .reference(…)
///     case .failed(let why): .refused(reason: why)
///     }
/// }
/// ```
///
/// 1. Where the prompt is ``CaptchaPrompt/hostedProcess(_:reference:)``, the upstream has created the process already.
///    Otherwise `create` does, and is told where the page is to send the person back to.
/// 2. The opener shows the page. While it is open, the backend is asked now and then.
/// 3. That the person is back means only that: the backend's answer decides. It is asked until it knows, with growing
///    pauses; see ``HostedPagePolling``.
/// 4. If the person closes the page instead, the backend is asked once more, since they may have been done. If it knows
///    of nothing, the prompt is dismissed.
///
/// The callback carries a random value named `state` in its query. A return without it, or with another one, is somebody
/// else's and changes nothing; so the page has to keep the callback's query. Where the upstream has created the process,
/// it knows no such value, and none is asked for.
public struct HostedPageSolver: CaptchaSolver {
    /// Creates a process for a challenge, whose page sends the person back to `callback`.
    public typealias Create =
        @Sendable (_ challenge: CaptchaChallenge, _ callback: URL) async throws -> HostedProcess

    /// Asks what became of a process.
    public typealias Read = @Sendable (_ process: HostedProcess) async throws -> HostedPageResult

    private let opener: any HostedPageOpener
    private let polling: HostedPagePolling
    private let create: Create?
    private let result: Read

    /// A solver for upstreams that create the process themselves.
    ///
    /// For all prompts but ``CaptchaPrompt/hostedProcess(_:reference:)`` it fails with
    /// ``CaptchaHandlingError/Code/noSolverForPrompt``.
    ///
    /// - Parameters:
    ///   - opener: Shows the page.
    ///   - polling: How often the backend is asked.
    ///   - result: Asks the backend. What it throws ends the solve: for a failure that is worth another try, return
    ///     ``HostedPageResult/pending``. It is waited for, also where the person is back meanwhile: give it a time limit.
    public init(opener: any HostedPageOpener, polling: HostedPagePolling = .init(), result: @escaping Read) {
        self.opener = opener
        self.polling = polling
        self.create = nil
        self.result = result
    }

    /// A solver for upstreams whose processes your backend creates.
    ///
    /// - Parameters:
    ///   - opener: Shows the page.
    ///   - polling: How often the backend is asked.
    ///   - create: Has the backend create a process. It throws ``CaptchaHandlingError`` with the code
    ///     ``CaptchaHandlingError/Code/noSolverForPrompt`` for challenges that it can't do that for. Where the upstream
    ///     has created the process, it is not called.
    ///   - result: Asks the backend. What it throws ends the solve: for a failure that is worth another try, return
    ///     ``HostedPageResult/pending``. It is waited for, also where the person is back meanwhile: give it a time limit.
    public init(
        opener: any HostedPageOpener, polling: HostedPagePolling = .init(), create: @escaping Create,
        result: @escaping Read
    ) {
        self.opener = opener
        self.polling = polling
        self.create = create
        self.result = result
    }

    /// Shows the page and waits for the backend's answer.
    ///
    /// - Throws: ``CaptchaHandlingError``: with the code ``CaptchaHandlingError/Code/dismissed`` if the person closed the
    ///   page; ``CaptchaHandlingError/Code/timedOut`` if the backend knew of nothing long after their return;
    ///   ``CaptchaHandlingError/Code/solverFailed`` if the process was refused, or with the underlying error if a
    ///   closure threw; ``CaptchaHandlingError/Code/unreadableChallenge`` if the link can't be opened;
    ///   ``CaptchaHandlingError/Code/cancelled`` if the task is cancelled; and what the opener and the closures throw of
    ///   that type themselves.
    public func solve(_ challenge: CaptchaChallenge) async throws(CaptchaHandlingError) -> CaptchaToken {
        let start: HostedPageRun.Start
        if case .hostedProcess(let link, let reference) = challenge.prompt {
            start = .created(HostedProcess(link: link, reference: reference))
        } else if let create {
            start = .create(create)
        } else {
            throw CaptchaHandlingError(.noSolverForPrompt, reason: "nobody creates a process for a \(challenge.prompt)")
        }
        let run = HostedPageRun(challenge: challenge, start: start, result: result, polling: polling)
        return try await run.token(from: opener)
    }
}
