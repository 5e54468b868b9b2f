#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Google's reCAPTCHA for WAF, where a firewall policy answers with the challenge page.
///
/// - Warning: Detection is a guess. Nothing in the status or the header says that it is a challenge: Google's page comes
///   in place of the result, with status 200. This scheme takes a response for it only if the request asked for JSON,
///   and HTML came that loads from `…/recaptcha/challengepage`. Google documents no such mark and may change it; and an
///   API that returns HTML of others, in which the mark may stand, must not be used with this scheme.
///
/// The token goes into the header field `X-Recaptcha-Token`, which is an action-token. Which prompt there is depends on
/// you: with a site key it is a ``CaptchaPrompt/widget(_:)``, without one it is a ``CaptchaPrompt/page(_:)`` with the
/// request's own URL, whose page sets a cookie when it is passed. A solver with that cookie in the client's own cookie
/// storage answers with ``CaptchaToken/outOfBand``.
///
/// Not a captcha: the 403 with an empty body of the policy's block action.
///
/// For the wire format see the sources of recaptcha-edge (GoogleCloudPlatform on GitHub) and Google Cloud's
/// documentation "reCAPTCHA for WAF".
public struct ReCAPTCHAForWAFScheme: CaptchaScheme {
    /// `recaptcha-waf`.
    public let id = "recaptcha-waf"
    /// Once.
    public let tokenScope = TokenScope.singleUse
    /// Status 200 with the page's address in the body.
    public let signal = CaptchaSignal(statuses: [200], bodyMarkers: [Self.mark])

    private static let mark = "/recaptcha/challengepage"
    private let siteKey: String?
    private let action: String?
    private let requiresJSONRequest: Bool

    /// A scheme for an upstream behind reCAPTCHA for WAF.
    ///
    /// - Parameters:
    ///   - siteKey: The upstream's action-token key, if you have it.
    ///   - action: The action that the token is to be made for.
    ///   - requiresJSONRequest: Whether only a request with JSON in its `Accept` field can be challenged. Switch it off
    ///     for a client that sends no such field, and for no other reason.
    public init(siteKey: String? = nil, action: String? = nil, requiresJSONRequest: Bool = true) {
        self.siteKey = siteKey
        self.action = action
        self.requiresJSONRequest = requiresJSONRequest
    }

    /// The challenge page, if the response looks like it and nothing like a result.
    public func challenge(
        in response: borrowing some InspectableResponse, to request: borrowing some ReplayableRequest
    ) -> CaptchaChallenge? {
        let accepted = request.value(forHTTPHeaderField: "Accept") ?? ""
        let type = response.value(forHTTPHeaderField: "Content-Type") ?? ""
        guard response.status == 200, !requiresJSONRequest || accepted.lowercased().contains("json"),
            type.lowercased().hasPrefix("text/html"), response.withBodyBytes(Self.isChallengePage)
        else { return nil }
        if let siteKey {
            // The keys of WAF are of Enterprise.
            let widget = CaptchaWidget(
                provider: .reCAPTCHA, siteKey: siteKey, action: action, page: request.url,
                parameters: ["recaptchaVersion": "RECAPTCHA_ENTERPRISE"])
            return CaptchaChallenge(scheme: id, prompt: .widget(widget))
        }
        let prompt = request.url.map(CaptchaPrompt.page) ?? .unanswerable("the request has no URL to show")
        return CaptchaChallenge(scheme: id, prompt: prompt)
    }

    /// The header field of an action-token.
    public func edits(for token: CaptchaToken, answering challenge: CaptchaChallenge) -> [RequestEdit] {
        token.value.map { [.header("X-Recaptcha-Token", $0)] } ?? []
    }

    /// Whether the mark stands in an attribute of a document's head.
    private static func isChallengePage(_ body: UnsafeRawBufferPointer) -> Bool {
        // Everything that is known of the page stands in the first kilobytes.
        let start = String(decoding: body.prefix(8192), as: UTF8.self).lowercased()
        guard start.first(where: { !$0.isWhitespace && $0 != "\u{FEFF}" }) == "<" else { return false }
        return ["google.com", "recaptcha.net"].contains { host in
            ["\"", "'"].contains { start.contains("=\($0)https://www.\(host)\(mark)") }
        }
    }
}

extension CaptchaScheme where Self == ReCAPTCHAForWAFScheme {
    /// The challenge page of Google's reCAPTCHA for WAF. Read the warning at ``ReCAPTCHAForWAFScheme``.
    public static var reCAPTCHAForWAF: ReCAPTCHAForWAFScheme { ReCAPTCHAForWAFScheme() }

    /// The challenge page of Google's reCAPTCHA for WAF, with options. Read the warning at ``ReCAPTCHAForWAFScheme``.
    public static func reCAPTCHAForWAF(
        siteKey: String? = nil, action: String? = nil, requiresJSONRequest: Bool = true
    ) -> ReCAPTCHAForWAFScheme {
        ReCAPTCHAForWAFScheme(siteKey: siteKey, action: action, requiresJSONRequest: requiresJSONRequest)
    }
}
