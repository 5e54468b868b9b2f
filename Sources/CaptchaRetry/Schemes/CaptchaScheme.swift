/// How one upstream reports a captcha and takes its token back.
///
/// Write your own for an API that no built-in scheme fits:
///
/// ```swift
/// struct ShopScheme: CaptchaScheme {
///     let id = "shop"
///     let tokenScope = TokenScope.singleUse
///     let signal = CaptchaSignal(statuses: [403], bodyMarkers: ["captcha_url"])
///
///     func challenge(
///         in response: borrowing some InspectableResponse, to request: borrowing some ReplayableRequest
///     ) -> CaptchaChallenge? {
///         guard response.status == 403, let url = response.json()?["captcha_url"]?.string.flatMap(URL.init(string:))
///         else { return nil }
///         return CaptchaChallenge(scheme: id, prompt: .page(url))
///     }
///
///     func edits(for token: CaptchaToken, answering challenge: CaptchaChallenge) -> [RequestEdit] {
///         token.value.map { [.header("X-Shop-Captcha", $0)] } ?? []
///     }
/// }
/// ```
///
/// The built-in schemes use nothing that is not public.
public protocol CaptchaScheme: Sendable {
    /// A short name, such as `"vk"`. It must differ between the schemes of one ``CaptchaRetry``.
    var id: String { get }

    /// How often a token may be used.
    var tokenScope: TokenScope { get }

    /// Whether an accepted solve may lift the check for other requests, too, for a while. The default is `true`: those
    /// who wait are sent again without a token before anybody is asked for them. Say `false` for an upstream that wants an
    /// answer with each request, and may count every send without one as a failure.
    var solveLiftsCheck: Bool { get }

    /// What a response must have to be worth a look. The default lets all of them through: correct, and slow.
    var signal: CaptchaSignal { get }

    /// The schemes that this one is made of, for an upstream with more than one way to challenge. The default is the
    /// scheme itself. They are asked in this order, and a request may be challenged by one after the other.
    var parts: [any CaptchaScheme] { get }

    /// The captcha error in a response, or `nil` if it is anything else.
    ///
    /// Leave ``CaptchaChallenge/origin`` and ``CaptchaChallenge/round`` as they are. For a captcha error that cannot be
    /// answered return one with ``CaptchaPrompt/unanswerable(_:)``.
    func challenge(
        in response: borrowing some InspectableResponse, to request: borrowing some ReplayableRequest
    ) -> CaptchaChallenge?

    /// What puts a token, and the values to echo, into the request.
    func edits(for token: CaptchaToken, answering challenge: CaptchaChallenge) -> [RequestEdit]

    /// The request that hands a token in before the replay, for an upstream that wants it that way. The default is
    /// `nil`: there is none.
    func submission(
        of token: CaptchaToken, answering challenge: CaptchaChallenge, to request: borrowing some ReplayableRequest
    ) -> CaptchaSubmission?

    /// What the response to a submission means. By default 2xx is ``CaptchaSubmission/Verdict/accepted`` and everything
    /// else ``CaptchaSubmission/Verdict/failed``.
    func verdict(
        on response: borrowing some InspectableResponse, submittedFor challenge: CaptchaChallenge
    ) -> CaptchaSubmission.Verdict
}

extension CaptchaScheme {
    /// It may.
    public var solveLiftsCheck: Bool { true }

    /// Every response.
    public var signal: CaptchaSignal { .anyResponse }

    /// The scheme itself.
    public var parts: [any CaptchaScheme] { [self] }

    /// None.
    public func submission(
        of token: CaptchaToken, answering challenge: CaptchaChallenge, to request: borrowing some ReplayableRequest
    ) -> CaptchaSubmission? { nil }

    /// By the status.
    public func verdict(
        on response: borrowing some InspectableResponse, submittedFor challenge: CaptchaChallenge
    ) -> CaptchaSubmission.Verdict {
        (200..<300).contains(response.status) ? .accepted : .failed
    }
}
