public import CaptchaRetry
public import Foundation

/// Asks the person at this machine, on a page in their own browser.
///
/// ```swift
/// let retry = CaptchaRetry(schemes: [.mediaWiki], solver: BrowserSolver())
/// ```
///
/// For each prompt it listens on a free port of 127.0.0.1, writes the address of its page to standard error, and asks
/// the system to open it. On a machine without a screen the address is all there is; forward the port to a machine that
/// has one (`ssh -L`), with the same number on both sides.
///
/// **What it can show.** Questions and pictures, with a field for the answer; widgets, by their provider's own script;
/// pages, as a link that opens in a tab of its own, with a field to paste the token into; hosted processes likewise,
/// where the field may stay empty: ``CaptchaToken/outOfBand`` is the answer then. A picture is requested once, by this
/// process and without cookies, and shown from here; it may also stand in a `data:` URL. The page says which API asks
/// and why, in English, Russian or Japanese. Another page has to show its token: where it hands it to the app around
/// it, as VK's does, there is nothing to paste.
///
/// **Widgets and site keys.** A provider hands out a site key for certain hosts, and 127.0.0.1 is seldom among them:
/// SmartCaptcha checks its list of sites, Turnstile fails with 110200. Such a widget works here with test keys and with
/// keys that have 127.0.0.1 entered. The page says when a widget fails and always has a field for a token, and a link to
/// ``CaptchaWidget/page`` where the upstream named it; if that page sends its token nowhere but to its own server, use
/// another solver, or put a page of your own on a host that the key is for, and have that prompted for.
///
/// **After the answer** the page waits for what becomes of it. An answer that was refused is shown as such, with the next
/// prompt, in the same tab. If the tab is closed by then, it is opened again. Otherwise the page says how it ended, and
/// the listener is gone; at the latest it goes 30 seconds after the answer, or ten after a refusal that nothing follows.
///
/// **Who can answer.** Whoever knows the address, which has 192 random bits in its path. Other requests are turned away
/// and disturb nobody: those for another host name (DNS rebinding), for another path, from the forms of other sites, too
/// large or too slow. Nothing that the upstream sent can become markup. The answer travels in the body of a form, never
/// in a URL.
///
/// A browser gets the address as an argument, and on most systems every user of a machine can read the arguments of all
/// processes. Where you share the machine with people who must not see the prompt or answer in your place, open no
/// browser (`openBrowser: { _ in false }`), and open the shown address in one that is running.
public struct BrowserSolver: CaptchaSolver {
    private let invitation: BrowserInvitation
    private let pictures: PictureFetcher
    private let widgetHosts: WidgetHosts
    private let setting: BrowserSession.Setting
    private let aftermath: BrowserAftermath

    /// A solver that shows pages in a browser.
    ///
    /// - Parameters:
    ///   - language: The language of the pages; each browser's own choice, if you don't say so.
    ///   - program: What the pages call this program: the name of its process, if you don't say so.
    ///   - clock: What the times above are measured on.
    ///   - widgetHosts: Where each provider's script comes from.
    ///   - pictures: Gets what stands at an `http` or `https` address, for upstreams that want a session of yours before
    ///     they show a picture. It is called once for each prompt. Without it, a plain GET does. What it throws ends the
    ///     solve with ``CaptchaHandlingError/Code/solverFailed``, unless it is a ``CaptchaHandlingError`` of its own.
    ///   - showURL: Tells a person where the page is. It is called for each page, whether or not a browser opens.
    ///     Without it, a line goes to standard error. The address is what lets somebody answer: tell only them.
    ///   - openBrowser: Opens the page, and returns whether it could; ``SystemBrowser/open(_:)``, if you don't say so.
    ///     If it cannot, the page is there all the same, and is waited for.
    public init(
        language: BrowserLanguage? = nil, program: String? = nil, clock: any Clock<Duration> = ContinuousClock(),
        widgetHosts: WidgetHosts = WidgetHosts(), pictures: (@Sendable (URL) async throws -> Data)? = nil,
        showURL: (@Sendable (URL) async -> Void)? = nil,
        openBrowser: (@Sendable (URL) async -> Bool)? = nil
    ) {
        let program = program ?? ProcessInfo.processInfo.processName
        self.init(
            BrowserSession.Setting(
                language: language, program: PrintableText.line(program), clock: clock, onClosed: {}),
            widgetHosts: widgetHosts, pictures: pictures, showURL: showURL, openBrowser: openBrowser)
    }

    init(
        _ setting: BrowserSession.Setting, widgetHosts: WidgetHosts = WidgetHosts(),
        pictures: (@Sendable (URL) async throws -> Data)?, showURL: (@Sendable (URL) async -> Void)?,
        openBrowser: (@Sendable (URL) async -> Bool)?
    ) {
        self.setting = setting
        self.pictures = PictureFetcher(clock: setting.clock, source: pictures)
        self.widgetHosts = widgetHosts
        invitation = BrowserInvitation(showURL: showURL, openBrowser: openBrowser)
        aftermath = BrowserAftermath(clock: setting.clock)
    }

    /// Shows the prompt and waits for the answer.
    ///
    /// - Throws: ``CaptchaHandlingError`` with one of these codes:
    ///   - ``CaptchaHandlingError/Code/dismissed`` if the person says that they can't answer,
    ///   - ``CaptchaHandlingError/Code/noSolverForPrompt`` if a page cannot show the prompt,
    ///   - ``CaptchaHandlingError/Code/solverFailed`` if the system has no socket, the picture cannot be got, or the
    ///     provider would refuse the widget's parameters,
    ///   - ``CaptchaHandlingError/Code/cancelled``, at once, if the task is cancelled: the page says that it is no longer
    ///     needed.
    public func solve(_ challenge: CaptchaChallenge) async throws(CaptchaHandlingError) -> CaptchaToken {
        // Before a picture is fetched, which may take longer than the page of the answer before waits for a prompt.
        let last = aftermath.takeSession(before: challenge)
        let prompt: BrowserPrompt
        do throws(CaptchaHandlingError) {
            prompt = try await self.prompt(for: challenge)
        } catch {
            if error.code == .cancelled {
                if let last { Task { await last.end(.unneeded) } }
            } else {
                // The program may end on it, and would take the page along that the person waits for.
                await last?.end(.refused)
            }
            throw error
        }
        let session = if let last { last } else { try BrowserSession(prompt, setting: setting) }
        // Listened to before anybody can say anything.
        let events = session.events
        let isSeen = last?.ask(prompt) ?? false
        let opening = isSeen ? nil : Task { await invitation.open(session.url) }
        defer { opening?.cancel() }
        for await event in events {
            switch event {
            case .token(let token):
                aftermath.keep(session, answering: challenge)
                return token
            case .dismissed:
                await session.end(.dismissed)
                throw CaptchaHandlingError(.dismissed)
            }
        }
        // Nobody waits for this page.
        Task { await session.end(.unneeded) }
        throw CaptchaHandlingError(.cancelled)
    }

    private func prompt(for challenge: CaptchaChallenge) async throws(CaptchaHandlingError) -> BrowserPrompt {
        let prompt = try await BrowserPrompt(challenge, hosts: widgetHosts) { url throws(CaptchaHandlingError) in
            try await pictures.picture(at: url)
        }
        if Task.isCancelled { throw CaptchaHandlingError(.cancelled) }
        return prompt
    }

    /// Tells the page what became of the answer. It returns when the page has it, unless the answer was refused and the
    /// request has another try.
    public func didReplay(_ challenge: CaptchaChallenge, outcome: ReplayOutcome) async {
        await aftermath.conclude(challenge, outcome)
    }
}
