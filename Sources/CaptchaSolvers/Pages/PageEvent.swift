public import CaptchaRetry

/// What a captcha page tells the app, in one vocabulary for all providers.
///
/// A page may send these in any order and more than once. ``PageSession`` makes one outcome of them; that the challenge
/// was hidden, for one, is neither a failure nor the end: a token that still comes counts.
///
/// Write `default:` when you switch over it: a later version may know more.
public enum PageEvent: Hashable, Sendable {
    /// The widget is there. A page that has not said so within ``PageLimits/load`` has failed.
    case loaded
    /// A challenge is open now, so the person has to see the page.
    case shown
    /// The challenge was closed, passed or not.
    case hidden
    /// The person passed.
    case token(CaptchaToken)
    /// A token or a challenge is no longer good; the widget has to start anew.
    case expired
    /// Something went wrong.
    case failed(PageFailure)
    /// The page asks to be closed.
    case closed
    /// The page takes up this much room now, in points; 0 where it does not say.
    case resized(width: Double, height: Double)
}
