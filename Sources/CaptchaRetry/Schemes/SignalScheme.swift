#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// The rate-limit challenge of the Signal service.
///
/// - Reported: status 428, and `{"token": …, "options": […]}`. One of the options has to be a captcha, unless there are
///   none at all; options that nobody knows are ignored. A challenge that can only be met by a push message passes
///   through as unanswerable.
/// - Prompt: a ``CaptchaPrompt/page(_:)``, which ends at a link `signalcaptcha://…`. The token is that link, with or
///   without its scheme. It must come from the page for challenges: the one for registration makes captchas that the
///   service refuses here.
/// - Token is handed in: `PUT /v1/challenge` with `{"type": "captcha", "token": …, "captcha": …}`. Then the original
///   request is sent again as it was. The service lifts the limit of the whole account, so the other requests that wait
///   are not asked one by one.
/// - Not captchas: the rate limits 413 and 429, and a 428 without a token. `Retry-After` is how long it takes until the
///   limit ends by itself; it says nothing about the challenge.
///
/// For the wire format see the sources of Signal-Server (`ChallengeController`), Signal-iOS, and signal-cli.
public struct SignalScheme: CaptchaScheme {
    /// `signal`.
    public let id = "signal"
    /// Once.
    public let tokenScope = TokenScope.singleUse
    /// Status 428 with a token.
    public let signal = CaptchaSignal(statuses: [428], bodyMarkers: ["\"token\""])

    private static let linkScheme = "signalcaptcha://"
    /// By the names of the service's present and past versions.
    private static let captchaOptions: Set = ["captcha", "recaptcha"]
    private let page: URL?

    /// A scheme for the Signal service.
    ///
    /// - Parameter page: The page that makes captchas with the action `challenge`; `nil` is that of the service in
    ///   production.
    public init(page: URL? = nil) {
        self.page = page ?? URL(string: "https://signalcaptchas.org/challenge/generate.html")
    }

    /// The challenge, if there is a token to hand in with the captcha.
    public func challenge(
        in response: borrowing some InspectableResponse, to request: borrowing some ReplayableRequest
    ) -> CaptchaChallenge? {
        guard response.status == 428, let body = response.json(), let token = body["token"]?.string, !token.isEmpty
        else { return nil }
        var prompt = page.map(CaptchaPrompt.page) ?? .unanswerable("there is no page")
        if let options = body["options"]?.elements, !options.isEmpty,
            !options.contains(where: { Self.captchaOptions.contains($0.string?.lowercased() ?? "") })
        {
            prompt = .unanswerable("it offers no captcha")
        }
        return CaptchaChallenge(scheme: id, prompt: prompt, echo: [.init("token", token)])
    }

    /// None: the original request is sent again as it was.
    public func edits(for token: CaptchaToken, answering challenge: CaptchaChallenge) -> [RequestEdit] { [] }

    /// `PUT /v1/challenge`.
    public func submission(
        of token: CaptchaToken, answering challenge: CaptchaChallenge, to request: borrowing some ReplayableRequest
    ) -> CaptchaSubmission? {
        guard var captcha = token.value, let url = request.url, let reference = challenge["token"] else { return nil }
        if captcha.lowercased().hasPrefix(Self.linkScheme) { captcha.removeFirst(Self.linkScheme.count) }
        return CaptchaSubmission(
            "PUT", url: URL(string: "/v1/challenge", relativeTo: url),
            json: ["type": "captcha", "token": reference, "captcha": captcha])
    }

    /// 428 refuses the captcha, and so does 400, by its form, its action or its site key; other errors say nothing about
    /// it.
    public func verdict(
        on response: borrowing some InspectableResponse, submittedFor challenge: CaptchaChallenge
    ) -> CaptchaSubmission.Verdict {
        switch response.status {
        case 200..<300: .accepted
        case 400, 428: .refused(nil)
        default: .failed
        }
    }
}

extension CaptchaScheme where Self == SignalScheme {
    /// The rate-limit challenge of the Signal service.
    public static var signal: SignalScheme { SignalScheme() }

    /// The rate-limit challenge of the Signal service, with another page than that of production.
    public static func signal(page: URL) -> SignalScheme { SignalScheme(page: page) }
}
