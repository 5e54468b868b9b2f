#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// The CAPTCHA and Challenge actions of AWS WAF, in front of somebody's API.
///
/// | | CAPTCHA | Challenge |
/// |---|---|---|
/// | reported | status 405 and `x-amzn-waf-action: captcha` | status 202 and `x-amzn-waf-action: challenge` |
/// | prompt | ``CaptchaPrompt/page(_:)`` | the same, though its page passes by itself |
/// | token goes | into the cookie `aws-waf-token` | the same |
/// | good for | all requests to the origin, for the immunity time | the same |
///
/// Which of the two it is stands in the challenge, under the name `action`. A token that passed a Challenge does not
/// satisfy a CAPTCHA rule, so the first may be followed by the second; the newer token takes the place of the older.
/// Not captchas, although they look alike: an ordinary 202 or 405, and the 403 of the Block action.
///
/// The page is the request's own URL, unless you name another one: opened in a web view, it shows the puzzle, if the
/// rule matches there too. Read the cookie `aws-waf-token` afterwards; its value is the token.
///
/// For the wire format see the AWS WAF Developer Guide, "CAPTCHA and Challenge in AWS WAF".
public struct AWSWAFScheme: CaptchaScheme {
    /// Where the token goes.
    public enum TokenPlace: Hashable, Sendable {
        /// Into the cookie `aws-waf-token`, which is what AWS WAF reads.
        case cookie
        /// Into a header field, for an upstream that makes a cookie of it.
        case header(String)
    }

    /// `aws-waf`.
    public let id = "aws-waf"
    /// Shared, for the immunity time.
    public let tokenScope: TokenScope
    /// The two statuses, with the header field.
    public let signal = CaptchaSignal(statuses: [202, 405], headerFields: [Self.field])

    private static let field = "x-amzn-waf-action"
    private let tokenPlace: TokenPlace
    private let page: URL?

    /// A scheme for an upstream behind AWS WAF.
    ///
    /// - Parameters:
    ///   - tokenPlace: Where the token goes.
    ///   - immunityTime: How long a token is good for, as set in the upstream's web ACL; AWS's own default is 300 s.
    ///     `nil` keeps it until it is refused.
    ///   - page: The page to show, where the request's own URL is none for people.
    public init(tokenPlace: TokenPlace = .cookie, immunityTime: Duration? = .seconds(300), page: URL? = nil) {
        self.tokenPlace = tokenPlace
        self.page = page
        tokenScope = .shared(lifetime: immunityTime)
    }

    /// The challenge that the header field announces.
    public func challenge(
        in response: borrowing some InspectableResponse, to request: borrowing some ReplayableRequest
    ) -> CaptchaChallenge? {
        guard [202, 405].contains(response.status),
            let action = response.value(forHTTPHeaderField: Self.field)?.lowercased(),
            action == "captcha" || action == "challenge"
        else { return nil }
        let url = request.url
        let page = page ?? url
        return CaptchaChallenge(
            scheme: id, prompt: page.map(CaptchaPrompt.page) ?? .unanswerable("the request has no URL to show"),
            echo: [.init("action", action)])
    }

    /// The cookie, or the header field.
    public func edits(for token: CaptchaToken, answering challenge: CaptchaChallenge) -> [RequestEdit] {
        guard let value = token.value else { return [] }
        switch tokenPlace {
        case .cookie: return [.cookie("aws-waf-token", value)]
        case .header(let name): return [.header(name, value)]
        }
    }
}

extension CaptchaScheme where Self == AWSWAFScheme {
    /// The CAPTCHA and Challenge actions of AWS WAF.
    public static var awsWAF: AWSWAFScheme { AWSWAFScheme() }

    /// The CAPTCHA and Challenge actions of AWS WAF, with options.
    public static func awsWAF(
        tokenPlace: AWSWAFScheme.TokenPlace = .cookie, immunityTime: Duration? = .seconds(300), page: URL? = nil
    ) -> AWSWAFScheme {
        AWSWAFScheme(tokenPlace: tokenPlace, immunityTime: immunityTime, page: page)
    }
}
