/// What a ``PageView`` tells its ``PageSession``.
public enum PageInput {
    /// A script on the page posted a message to one of the page's handlers.
    case message(PageMessage)
    /// The main frame is loaded.
    case navigationFinished
    /// The main frame could not be loaded, for an error of this domain and code.
    ///
    /// Pass on all of them: those that mean nothing, as when one load takes the place of another, are left aside.
    case navigationFailed(domain: String, code: Int)
    /// The main frame's server answered with this HTTP status. What a page that is loaded again says from then on is
    /// not from before.
    case answered(status: Int)
    /// The page's process has ended.
    case processTerminated
    /// The person closed the view, or swiped it away.
    case closedByPerson
    /// The screen that the view is part of was left and comes up again, so that the widget has to start anew.
    case reappeared
}
