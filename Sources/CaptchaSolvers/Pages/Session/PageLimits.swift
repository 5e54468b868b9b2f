/// How long a captcha page may take, and how often it is loaded again.
public struct PageLimits: Hashable, Sendable {
    /// How long the page may take until its widget is there, each time that it is loaded. 30 seconds.
    public var load: Duration = .seconds(30)
    /// How long the person may take, from the first time that the widget is there. 5 minutes.
    public var solve: Duration = .seconds(300)
    /// How often the page is loaded again after failures that are ``PageFailure/isRetryable``. 2 times.
    public var retries = 2
    /// How long to wait before the page is loaded again after a failure; twice as long each further time. 1 second.
    public var retryDelay: Duration = .seconds(1)
    /// How long a token may follow after an invisible widget's challenge was closed, before the page is loaded again. 1
    /// second.
    ///
    /// SmartCaptcha does not say whether it closes the challenge before or after it hands out the token.
    public var tokenAfterHide: Duration = .seconds(1)

    /// The limits as documented above.
    public init() {}
}
