/// GitLab's check for spam: reCAPTCHA before an issue, a snippet or a comment is taken.
///
/// | | REST | GraphQL |
/// |---|---|---|
/// | reported | at the top of the JSON body, mostly with status 409 | in the `extensions` of any element of `errors`, with status 200 |
/// | by | `needs_captcha_response` = `true` | the same |
/// | site key | `captcha_site_key` | the same |
/// | echoed | `spam_log_id` | the same |
///
/// The prompt is a ``CaptchaPrompt/widget(_:)``. The replay carries the header fields `X-GitLab-Captcha-Response` and
/// `X-GitLab-Spam-Log-Id`. It runs a GraphQL document with several mutations again as a whole.
///
/// Not captchas: content that GitLab discards as spam (`extensions.spam`, or a `message` alone), and everything where
/// `needs_captcha_response` is not `true`. The text in `message` is not looked at.
///
/// For the wire format see GitLab's documentation of the REST API ("Resolve requests detected as spam") and of its
/// GraphQL API, and `app/assets/javascripts/captcha` in its source.
public struct GitLabScheme: CaptchaScheme {
    /// `gitlab`.
    public let id = "gitlab"
    /// Once.
    public let tokenScope = TokenScope.singleUse
    /// Any status, as in GitLab's own client: a proxy may have changed it.
    public let signal = CaptchaSignal(bodyMarkers: ["needs_captcha_response"])

    /// A scheme for any GitLab.
    public init() {}

    /// The captcha error at the top, or the first one among the errors of GraphQL.
    public func challenge(
        in response: borrowing some InspectableResponse, to request: borrowing some ReplayableRequest
    ) -> CaptchaChallenge? {
        guard let document = response.json() else { return nil }
        let errors = document["errors"]?.elements?.compactMap { $0["extensions"] } ?? []
        guard let fields = ([document] + errors).first(where: { $0["needs_captcha_response"]?.bool == true })
        else { return nil }
        guard let key = fields["captcha_site_key"]?.string, !key.isEmpty, let log = fields["spam_log_id"]?.text
        else {
            return CaptchaChallenge(scheme: id, prompt: .unanswerable("it lacks the site key or the spam log's number"))
        }
        return CaptchaChallenge(
            scheme: id, prompt: .widget(CaptchaWidget(provider: .reCAPTCHA, siteKey: key)),
            echo: [.init("X-GitLab-Spam-Log-Id", log)])
    }

    /// The two header fields.
    public func edits(for token: CaptchaToken, answering challenge: CaptchaChallenge) -> [RequestEdit] {
        guard let value = token.value else { return [] }
        return [.header("X-GitLab-Captcha-Response", value)] + challenge.echo.map { .header($0.name, $0.text) }
    }
}

extension CaptchaScheme where Self == GitLabScheme {
    /// GitLab's check for spam.
    public static var gitLab: GitLabScheme { GitLabScheme() }
}
