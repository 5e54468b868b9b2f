#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Privacy Pass (RFC 9577): recognises the challenge and carries the token.
///
/// - Reported: status 401, and a challenge `PrivateToken` in `WWW-Authenticate`, maybe among others. Of several the
///   first is taken that has a token type you support and that may be redeemed at the request's origin.
/// - Prompt: no person is asked, and this package makes no tokens: your solver does, with an attester of your own. It
///   gets a ``CaptchaPrompt/widget(_:)`` of the provider ``CaptchaWidget/Provider/privacyPass``, with `challenge` and
///   `token-key` as they were sent, `token-type` as a decimal number and `issuer` among the parameters. The site key is
///   the token key too, or empty if there is none.
/// - Token goes into `Authorization: PrivateToken token="…"`, in place of what stands there. Give it in base64url. It is
///   good for one request.
/// - `max-age` is the challenge's ``CaptchaChallenge/expiry``.
/// - Not captchas: a 401 with other schemes only, or with nothing but unknown token types, which upstreams send on
///   purpose so that clients learn to ignore them. A challenge for another origin passes through as unanswerable.
///
/// A client that keeps fields of the same name apart must join the values of `WWW-Authenticate` by commas.
///
/// For the wire format see RFC 9577, "The Privacy Pass HTTP Authentication Scheme", and RFC 9110, section 11.
public struct PrivacyPassScheme: CaptchaScheme {
    /// `privacy-pass`.
    public let id = "privacy-pass"
    /// Once.
    public let tokenScope = TokenScope.singleUse
    /// Status 401 with its header field.
    public let signal = CaptchaSignal(statuses: [401], headerFields: ["WWW-Authenticate"])

    private let tokenTypes: Set<UInt16>

    /// A scheme for upstreams that ask for private tokens.
    ///
    /// - Parameter tokenTypes: The types that your solver can make. RFC 9578 has 1 (verified by the issuer) and 2
    ///   (verified by anybody).
    public init(tokenTypes: Set<UInt16> = [1, 2]) { self.tokenTypes = tokenTypes }

    /// The first challenge that can be met.
    public func challenge(
        in response: borrowing some InspectableResponse, to request: borrowing some ReplayableRequest
    ) -> CaptchaChallenge? {
        guard response.status == 401, let field = response.value(forHTTPHeaderField: "WWW-Authenticate") else {
            return nil
        }
        let origin = request.url.flatMap(Origin.init)
        var isForAnotherOrigin = false
        for offered in AuthenticationChallenge.all(in: field) where offered.scheme == "privatetoken" {
            guard let text = offered.parameters["challenge"], let token = PrivateTokenChallenge(base64URL: text),
                tokenTypes.contains(token.tokenType)
            else { continue }
            guard token.isFor(origin) else {
                isForAnotherOrigin = true
                continue
            }
            let widget = Self.widget(text, token, key: offered.parameters["token-key"])
            return CaptchaChallenge(
                scheme: id, prompt: .widget(widget), expiry: Self.expiry(offered.parameters["max-age"]))
        }
        return isForAnotherOrigin
            ? CaptchaChallenge(scheme: id, prompt: .unanswerable("its tokens are for another origin")) : nil
    }

    /// The header field `Authorization`.
    public func edits(for token: CaptchaToken, answering challenge: CaptchaChallenge) -> [RequestEdit] {
        guard let value = token.value else { return [] }
        // Base64url has neither; anything else must not end the quotes.
        let quoted = value.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
        return [.header("Authorization", "PrivateToken token=\"\(quoted)\"")]
    }

    private static func widget(_ challenge: String, _ token: PrivateTokenChallenge, key: String?) -> CaptchaWidget {
        var parameters = ["challenge": challenge, "token-type": "\(token.tokenType)", "issuer": token.issuer]
        parameters["token-key"] = key
        return CaptchaWidget(provider: .privacyPass, siteKey: key ?? "", parameters: parameters)
    }

    private static func expiry(_ maximumAge: String?) -> CaptchaChallenge.Expiry? {
        // Nine digits are thirty years; more is no limit at all.
        guard let maximumAge, maximumAge.utf8.count < 10, let seconds = UInt32(maximumAge), seconds > 0 else {
            return nil
        }
        return .after(.seconds(seconds))
    }
}

extension CaptchaWidget.Provider {
    /// No widget, but an attester of Privacy Pass; see ``PrivacyPassScheme``.
    public static let privacyPass = CaptchaWidget.Provider(rawValue: "privatepass")
}

extension CaptchaScheme where Self == PrivacyPassScheme {
    /// Privacy Pass (RFC 9577), with the token types of RFC 9578.
    public static var privacyPass: PrivacyPassScheme { PrivacyPassScheme() }

    /// Privacy Pass (RFC 9577), with the token types that your solver can make.
    public static func privacyPass(tokenTypes: Set<UInt16>) -> PrivacyPassScheme {
        PrivacyPassScheme(tokenTypes: tokenTypes)
    }
}
