/// The captchas of the VK API: error 14, and the header challenge of a whole domain.
///
/// | | error 14 | header challenge |
/// |---|---|---|
/// | reported | in the JSON body, mostly at status 200 | `X-Challenge: required` and `X-Challenge-Url` |
/// | prompt | ``CaptchaPrompt/page(_:)``, or the older ``CaptchaPrompt/picture(_:)`` | ``CaptchaPrompt/page(_:)`` |
/// | token goes | into the parameter `success_token`, or `captcha_key` beside `captcha_sid` | into the header `X-Challenge-Solution` |
/// | good for | one request | all requests to the origin, until it is refused |
/// | ``CaptchaChallenge/scheme`` | `vk` | `vk.domain` |
///
/// One request may meet both, one after the other. Not captchas, although they look alike: error 17 (validation), which
/// has a `redirect_uri` too, and error 9 (flood control after too many captchas).
///
/// For the wire format see VK's documentation of the error "Captcha needed" and of the VK ID Captcha SDK, and the
/// sources of the VK ID SDKs for Android and iOS.
public struct VKScheme: CaptchaScheme {
    /// Where the token's parameter goes.
    public enum Placement: Hashable, Sendable {
        /// Into the form body where the request has one, else into the query. VK reads both.
        case formOrQuery
        /// Into the query, also of a POST.
        case query
        /// Into the JSON body, for a backend of one's own that passes VK's captcha on.
        case json
    }

    /// What the path in `X-Challenge-Url` is relative to.
    public enum DomainPage: Hashable, Sendable {
        /// The origin of the request, as in VK's SDK for Android.
        case requestOrigin
        /// The domain above the request's host, by `https`, as in VK's SDK for the web: `vk.ru` for `api.vk.ru`.
        case parentDomain
    }

    /// `vk`.
    public let id = "vk"
    /// Once; the header challenge's token, which is shared, has a part of its own.
    public let tokenScope = TokenScope.singleUse
    /// The header challenge and error 14.
    public let parts: [any CaptchaScheme]

    /// A scheme for VK's API.
    public init(placement: Placement = .formOrQuery, domainPage: DomainPage = .requestOrigin) {
        parts = [VKHeaderChallenge(page: domainPage), VKError14(placement: placement)]
    }

    /// The challenge of the first part that recognises one.
    public func challenge(
        in response: borrowing some InspectableResponse, to request: borrowing some ReplayableRequest
    ) -> CaptchaChallenge? {
        for part in parts {
            if let challenge = part.challenge(in: response, to: request) { return challenge }
        }
        return nil
    }

    /// The edits of the part that the challenge is from.
    public func edits(for token: CaptchaToken, answering challenge: CaptchaChallenge) -> [RequestEdit] {
        parts.first { $0.id == challenge.scheme }?.edits(for: token, answering: challenge) ?? []
    }
}

extension CaptchaScheme where Self == VKScheme {
    /// The captchas of the VK API: error 14, and the header challenge of a whole domain.
    public static var vk: VKScheme { VKScheme() }

    /// The captchas of the VK API, with options.
    public static func vk(
        placement: VKScheme.Placement = .formOrQuery, domainPage: VKScheme.DomainPage = .requestOrigin
    ) -> VKScheme {
        VKScheme(placement: placement, domainPage: domainPage)
    }
}
