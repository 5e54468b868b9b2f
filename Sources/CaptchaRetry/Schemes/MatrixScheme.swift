/// The reCAPTCHA in Matrix's user-interactive authentication, as in the registration of an account.
///
/// The homeserver answers 401 with `flows` of stages, the ones `completed`, and a `session`. It is a captcha when
/// `m.login.recaptcha` is the next stage of a flow; among several such flows the one counts that this scheme can go
/// through to its end, and of those the shortest. The prompt is a ``CaptchaPrompt/widget(_:)`` with the key in `params`.
///
/// The token goes into the JSON body, as `auth.response` beside `auth.type` and `auth.session`. What follows depends on
/// the flow:
/// - The captcha is its last stage: the replay carries the token.
/// - `m.login.dummy` is left, which asks nothing, or `m.login.terms`, where the caller has shown the terms before: the
///   token is handed in by a request of its own, further ones go through these stages, and the replay carries the last.
/// - Anything else is left, such as `m.login.email.identity`, which is for the caller to show: the replay carries the
///   token, and its answer, a 401 with the captcha among the `completed`, goes to the caller, who goes on in its
///   `session`.
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
    /// The name under which a challenge keeps each stage that is gone through after it.
    private static let next = "next"
    private static let captcha = "m.login.recaptcha"
    private static let dummy = "m.login.dummy"
    private static let terms = "m.login.terms"

    /// `matrix`.
    public let id = "matrix"
    /// Once.
    public let tokenScope = TokenScope.singleUse
    /// No: each session has its own.
    public let solveLiftsCheck = false
    /// Status 401 with the name of the stage.
    public let signal = CaptchaSignal(statuses: [401], bodyMarkers: [Self.captcha])

    /// The stages that the scheme goes through by itself.
    private let automatic: Set<String>

    /// A scheme for any homeserver.
    ///
    /// - Parameter acceptsTerms: Whether `m.login.terms` is passed without asking, which means that the terms are
    ///   accepted. Show them to the person before.
    public init(acceptsTerms: Bool = false) {
        automatic = acceptsTerms ? [Self.dummy, Self.terms] : [Self.dummy]
    }

    /// The captcha, if it is the next stage.
    public func challenge(
        in response: borrowing some InspectableResponse, to request: borrowing some ReplayableRequest
    ) -> CaptchaChallenge? {
        guard response.status == 401, let document = response.json(), let rest = rest(document) else { return nil }
        let key = document["params"]?[Self.captcha]?["public_key"]?.string ?? ""
        let prompt: CaptchaPrompt =
            key.isEmpty
            ? .unanswerable("it names no site key") : .widget(CaptchaWidget(provider: .reCAPTCHA, siteKey: key))
        var challenge = CaptchaChallenge(scheme: id, prompt: prompt, refusal: Self.refusal(document))
        if let session = document["session"]?.string { challenge.echo.append(.init("session", session)) }
        if automatic.isSuperset(of: rest) { challenge.echo += rest.map { .init(Self.next, $0) } }
        return challenge
    }

    /// The token in the body's `auth`, or the last stage where the token was handed in.
    public func edits(for token: CaptchaToken, answering challenge: CaptchaChallenge) -> [RequestEdit] {
        nextStages(challenge).last.map { stage($0, challenge) } ?? captcha(token, challenge)
    }

    /// The original request with the token, where another stage follows.
    public func submission(
        of token: CaptchaToken, answering challenge: CaptchaChallenge, to request: borrowing some ReplayableRequest
    ) -> CaptchaSubmission? {
        let stages = nextStages(challenge)
        if stages.isEmpty { return nil }
        if token.value != nil { return CaptchaSubmission(edits: captcha(token, challenge)) }
        return stages.count > 1 ? CaptchaSubmission(edits: stage(stages[0], challenge)) : nil
    }

    /// By the stages that are completed; an answer without any is the result already, or a failure.
    public func verdict(
        on response: borrowing some InspectableResponse, submittedFor challenge: CaptchaChallenge
    ) -> CaptchaSubmission.Verdict {
        switch response.status {
        case 401:
            guard let document = response.json(), document["flows"] != nil else { return .failed }
            let completed = Self.completed(document)
            guard completed.contains(Self.captcha) else { return .refused(Self.refusal(document)) }
            if document["errcode"] != nil { return .failed }
            let left = nextStages(challenge).filter { !completed.contains($0) }
            return left.count > 1 ? .next(CaptchaSubmission(edits: stage(left[0], challenge))) : .accepted
        case 403, 429, 500...: return .failed
        default: return .result
        }
    }

    private func nextStages(_ challenge: CaptchaChallenge) -> [String] {
        challenge.echo.filter { $0.name == Self.next }.map(\.text)
    }

    private func stage(_ name: String, _ challenge: CaptchaChallenge) -> [RequestEdit] {
        [.json(["auth", "type"], name)] + session(challenge)
    }

    private func captcha(_ token: CaptchaToken, _ challenge: CaptchaChallenge) -> [RequestEdit] {
        guard let value = token.value else { return session(challenge) }
        return [.json(["auth", "type"], Self.captcha), .json(["auth", "response"], value)] + session(challenge)
    }

    private func session(_ challenge: CaptchaChallenge) -> [RequestEdit] {
        challenge["session"].map { [.json(["auth", "session"], $0)] } ?? []
    }

    /// The stages behind the captcha in the flow to take, or `nil` if the captcha is not next in any.
    private func rest(_ document: JSONElement) -> [String]? {
        let completed = Self.completed(document)
        let flows = document["flows"]?.elements ?? []
        let rests = flows.compactMap { flow -> [String]? in
            let stages = flow["stages"]?.elements?.compactMap(\.string) ?? []
            let left = stages.filter { !completed.contains($0) }
            return left.first == Self.captcha ? Array(left.dropFirst()) : nil
        }
        let manageable = rests.filter { automatic.isSuperset(of: $0) }
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

    /// The reCAPTCHA in Matrix's user-interactive authentication, with the option to accept the terms.
    public static func matrix(acceptsTerms: Bool) -> MatrixScheme { MatrixScheme(acceptsTerms: acceptsTerms) }
}
