#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The captchas of MediaWiki's ConfirmEdit extension, as the Action API reports them in JSON (either `formatversion`)
/// and XML.
///
/// | kind | prompt | answer |
/// |---|---|---|
/// | `math`, `simple`, `question` | ``CaptchaPrompt/question(_:)`` with the wiki's text, which may be HTML | the word |
/// | `image` | ``CaptchaPrompt/picture(_:)`` | the word |
/// | reCAPTCHA, hCaptcha, Turnstile | ``CaptchaPrompt/widget(_:)`` | the widget's token |
///
/// An edit that is challenged has `edit.result` = `Failure` and an object `edit.captcha`; its replay carries `captchaid`
/// and `captchaword`, for the widgets their own parameter too. Every wrong answer uses the captcha up, and the next one
/// has a new identifier. A wiki whose pictures ran out challenges with a captcha that cannot be answered.
///
/// Account creation and login (`createaccount`, `clientlogin`) are challenged where their answer has the request
/// `CaptchaAuthenticationRequest`; the replay carries `captchaId` and `captchaWord`. The usual answer to account creation
/// without a captcha, however, names no captcha: it has to be asked for before, with `meta=authmanagerinfo`. See
/// ``challenge(inAuthManagerInfo:to:)`` for that.
///
/// Not captchas: a `Failure` without `captcha`, as of a spam filter, and the error `captcha-disabledinapi`.
///
/// For the wire format see the source of the repository mediawiki-extensions-ConfirmEdit, and MediaWiki's
/// `ApiEditPage`, `ApiAuthManagerHelper` and `ApiFormatXml`.
public struct MediaWikiScheme: CaptchaScheme {
    /// `mediawiki`. Challenges of account creation and login are `mediawiki.auth`.
    public let id = "mediawiki"
    /// Once.
    public let tokenScope = TokenScope.singleUse
    /// Edits, and account creation with login.
    public let parts: [any CaptchaScheme] = [MediaWikiEdit(), MediaWikiAuthentication()]

    /// A scheme for any wiki.
    public init() {}

    /// The challenge of the first part that recognises one.
    public func challenge(
        in response: borrowing some InspectableResponse, to request: borrowing some ReplayableRequest
    ) -> CaptchaChallenge? {
        for part in parts {
            if let challenge = part.challenge(in: response, to: request) { return challenge }
        }
        return nil
    }

    /// The captcha that an answer to `action=query&meta=authmanagerinfo` asks for, or `nil` if there is none.
    ///
    /// Such an answer is an ordinary result. Use this in an operation that asks for the captcha and creates the account,
    /// together with ``CaptchaRetry/perform(identity:recognizing:operation:)``, and put the answer in with
    /// ``edits(for:answering:)``:
    ///
    /// ```swift
    /// try await retry.perform { ($0 as? CaptchaWanted)?.challenge } operation: { answer in
    ///     var request = createAccount
    ///     if let answer { try request.apply(wiki.edits(for: answer.token, answering: answer.challenge)) }
    ///     let response = try await client.send(request)
    ///     guard wiki.challenge(in: response, to: request) != nil else { return response }
    ///     let info = try await client.send(authManagerInfo)
    ///     guard let challenge = wiki.challenge(inAuthManagerInfo: info, to: authManagerInfo) else { return response }
    ///     throw CaptchaWanted(challenge)
    /// }
    /// ```
    public func challenge(
        inAuthManagerInfo response: borrowing some InspectableResponse, to request: borrowing some ReplayableRequest
    ) -> CaptchaChallenge? {
        let info = MediaWikiAnswer(response)?["query"]?["authmanagerinfo"]
        guard let captcha = info.flatMap(MediaWikiAuthentication.captcha) else { return nil }
        var challenge = captcha.challenge(scheme: "mediawiki.auth", echoedAs: "captchaId", base: request.url)
        challenge.origin = request.url.flatMap(Origin.init)
        return challenge
    }

    /// The edits of the part that the challenge is from.
    public func edits(for token: CaptchaToken, answering challenge: CaptchaChallenge) -> [RequestEdit] {
        parts.first { $0.id == challenge.scheme }?.edits(for: token, answering: challenge) ?? []
    }
}

extension CaptchaScheme where Self == MediaWikiScheme {
    /// The captchas of MediaWiki's ConfirmEdit extension.
    public static var mediaWiki: MediaWikiScheme { MediaWikiScheme() }
}
