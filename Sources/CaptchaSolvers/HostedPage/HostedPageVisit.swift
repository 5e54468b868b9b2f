public import CaptchaRetry
public import Foundation

/// One visit to a hosted page, as ``HostedPageOpener`` is asked to make it.
public struct HostedPageVisit: Sendable {
    /// What it is for. A person may want to know that before they follow a link.
    public let challenge: CaptchaChallenge

    /// The link to open, an absolute `http` or `https` URL.
    ///
    /// It takes the URL that the page is to send the person back to, to which it may add a query of its own, and may
    /// take a while: a backend is asked. To be called once. It throws ``CaptchaHandlingError`` if there is no link to be
    /// had, for the opener to throw on.
    public let link: @Sendable (_ callback: URL) async throws(CaptchaHandlingError) -> URL

    /// Whether a URL that somebody came back with is the return of this visit, and not somebody else's.
    ///
    /// To be asked after ``link``. It looks at the query; whether scheme, host and path are those of the callback is
    /// the opener's to know.
    public let isReturn: @Sendable (URL) -> Bool

    /// A visit; ``HostedPageSolver`` makes one for each challenge.
    public init(
        challenge: CaptchaChallenge,
        link: @escaping @Sendable (_ callback: URL) async throws(CaptchaHandlingError) -> URL,
        isReturn: @escaping @Sendable (URL) -> Bool
    ) {
        self.challenge = challenge
        self.link = link
        self.isReturn = isReturn
    }
}
