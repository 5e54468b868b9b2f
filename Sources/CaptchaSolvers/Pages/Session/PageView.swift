/// Something that shows a ``CaptchaPage``: a web view, or a stand-in in a test.
///
/// A ``PageSession`` calls it on the main actor and decides what happens; the view only does it. Calls may come while
/// the view is inside ``onInput``.
@MainActor
public protocol PageView: AnyObject {
    /// Whom to tell what happens. The session sets it before it loads the page, and clears it after ``close()``.
    ///
    /// Calls that come when it is over are ignored, so a view need not keep track.
    var onInput: (@MainActor (PageInput) -> Void)? { get set }

    /// Makes the page's message handlers and its user script ready, and loads the page; out of sight, until
    /// ``show()``.
    func load(_ page: CaptchaPage)
    /// Loads the same page anew, from its ``CaptchaPage/content``.
    ///
    /// A web view's own reload asks the base URL's server for a document that came as text.
    func reload()
    /// Runs a script in the page's main frame; its result does not matter.
    func evaluate(_ script: String)
    /// Brings the page before the person.
    func show()
    /// Takes the page out of sight, but keeps it running.
    func hide()
    /// The page takes up this much room, in points; 0 where it does not say.
    func resize(width: Double, height: Double)
    /// Takes the page away for good, with its handlers. Called once for each session that was started.
    func close()
}

extension PageView {
    /// Does nothing.
    public func resize(width: Double, height: Double) {}
}
