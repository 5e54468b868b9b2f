/// The reCAPTCHA in Matrix's user-interactive authentication, as in the registration of an account.
///
/// The homeserver answers 401 with `flows` of stages, the ones `completed`, and a `session`. It is a captcha when
/// `m.login.recaptcha` is the next stage of a flow; among several such flows the one counts that this scheme can go
/// through to its end, and of those the shortest. The prompt is a ``CaptchaPrompt/widget(_:)`` with the key in `params`.
///
/// The token goes into the JSON body, as `auth.response` beside `auth.type` and `auth.session`. What follows depends on
/// the flow:
/// - The captcha is its last stage: the replay carries the token.
/// - `m.login.dummy` is left, which asks nothing: the token is handed in by a request of its own, and the replay
///   carries the dummy stage.
/// - Anything else is left, such as `m.login.terms` or `m.login.email.identity`, which are for the caller to show: the
///   replay carries the token, and its answer, a 401 with the captcha among the `completed`, goes to the caller, who
///   goes on in its `session`.
///
/// ``CaptchaToken/outOfBand`` stands for a captcha that was passed on the homeserver's own fallback page; the `session`
/// goes back then, and the dummy stage where it is next.
///
/// A refused token comes back as a 401 with `errcode` and `error` in the same session; the ``CaptchaChallenge/refusal``
/// is that `error`.
///
/// Not captchas: a 401 without `flows`, such as `M_UNKNOWN_TOKEN`, and one whose next stage is another.
///
/// For the wire format see the Matrix client-server specification, "User-Interactive Authentication API".
public struct MatrixScheme: CaptchaScheme {
    private static let captcha = "m.login.recaptcha"
    private static let dummy = "m.login.dummy"

    /// `matrix`.
    public let id = "matrix"
    /// Once.
    public let tokenScope = TokenScope.singleUse
    /// Status 401 with the name of the stage.
    public let signal = CaptchaSignal(statuses: [401], bodyMarkers: [Self.captcha])

    /// A scheme for any homeserver.
    public init() {}

    /// The captcha, if it is the next stage.
    public func challenge(
        in response: borrowing some InspectableResponse, to request: borrowing some ReplayableRequest
    ) -> CaptchaChallenge? {
        guard response.status == 401, let document = response.json(), let rest = Self.rest(document) else { return nil }
        let key = document["params"]?[Self.captcha]?["public_key"]?.string ?? ""
        let prompt: CaptchaPrompt =
            key.isEmpty
            ? .unanswerable("it names no site key") : .widget(CaptchaWidget(provider: .reCAPTCHA, siteKey: key))
        var challenge = CaptchaChallenge(scheme: id, prompt: prompt, refusal: Self.refusal(document))
        if let session = document["session"]?.string { challenge.echo.append(.init("session", session)) }
        if rest == [Self.dummy] { challenge.echo.append(.init("next", Self.dummy)) }
        return challenge
    }

    /// The token in the body's `auth`, or the stage behind it where the token was handed in.
    public func edits(for token: CaptchaToken, answering challenge: CaptchaChallenge) -> [RequestEdit] {
        guard let next = challenge["next"] else { return stage(token, challenge) }
        return [.json(["auth", "type"], next)] + session(challenge)
    }

    /// The original request with the token, where another stage follows.
    public func submission(
        of token: CaptchaToken, answering challenge: CaptchaChallenge, to request: borrowing some ReplayableRequest
    ) -> CaptchaSubmission? {
        guard challenge["next"] != nil, token.value != nil else { return nil }
        return CaptchaSubmission(edits: stage(token, challenge))
    }

    /// By the stages that are completed; an answer without any is the result already, or a failure.
    public func verdict(
        on response: borrowing some InspectableResponse, submittedFor challenge: CaptchaChallenge
    ) -> CaptchaSubmission.Verdict {
        switch response.status {
        case 401:
            guard let document = response.json(), document["flows"] != nil else { return .failed }
            return Self.completed(document).contains(Self.captcha) ? .accepted : .refused(Self.refusal(document))
        case 403, 429, 500...: return .failed
        default: return .result
        }
    }

    private func stage(_ token: CaptchaToken, _ challenge: CaptchaChallenge) -> [RequestEdit] {
        guard let value = token.value else { return session(challenge) }
        return [.json(["auth", "type"], Self.captcha), .json(["auth", "response"], value)] + session(challenge)
    }

    private func session(_ challenge: CaptchaChallenge) -> [RequestEdit] {
        challenge["session"].map { [.json(["auth", "session"], $0)] } ?? []
    }

    /// The stages behind the captcha in the flow to take, or `nil` if the captcha is not next in any.
    private static func rest(_ document: JSONElement) -> [String]? {
        let completed = completed(document)
        let flows = document["flows"]?.elements ?? []
        let rests = flows.compactMap { flow -> [String]? in
            let stages = flow["stages"]?.elements?.compactMap(\.string) ?? []
            let left = stages.filter { !completed.contains($0) }
            return left.first == captcha ? Array(left.dropFirst()) : nil
        }
        let manageable = rests.filter { $0.isEmpty || $0 == [dummy] }
        return (manageable.isEmpty ? rests : manageable).min { $0.count < $1.count }
    }

    private static func completed(_ document: JSONElement) -> Set<String> {
        Set(document["completed"]?.elements?.compactMap(\.string) ?? [])
    }

    private static func refusal(_ document: JSONElement) -> String? {
        guard let code = document["errcode"]?.string else { return nil }
        return document["error"]?.string ?? code
    }
}

extension CaptchaScheme where Self == MatrixScheme {
    /// The reCAPTCHA in Matrix's user-interactive authentication.
    public static var matrix: MatrixScheme { MatrixScheme() }
}
