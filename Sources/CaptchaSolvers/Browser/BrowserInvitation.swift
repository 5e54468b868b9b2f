import Foundation

/// How a person gets to a page: they are told where it is, and the system is asked to open it.
struct BrowserInvitation: Sendable {
    /// Tells the person; without it, a line goes to standard error.
    let showURL: (@Sendable (URL) async -> Void)?
    /// Opens the page; ``SystemBrowser/open(_:)``, if there is none.
    let openBrowser: (@Sendable (URL) async -> Bool)?

    /// Does both. Whether a browser opens or not, the page is there, and the person knows.
    ///
    /// Nothing of it is begun when the task is cancelled: the page is gone then.
    func open(_ url: URL) async {
        guard !Task.isCancelled else { return }
        if let showURL {
            await showURL(url)
        } else {
            await TerminalConversation(input: 0, output: 2).tell("A captcha has to be answered: \(url.absoluteString)")
        }
        guard !Task.isCancelled else { return }
        if let openBrowser { _ = await openBrowser(url) } else { _ = await SystemBrowser.open(url) }
    }
}
