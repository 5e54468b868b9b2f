#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// Proton's human verification: code 9001.
///
/// It is reported by `"Code": 9001` in the JSON body, whatever the status, with these `Details`:
/// - `HumanVerificationToken`, without which the challenge cannot be answered;
/// - `HumanVerificationMethods`, such as `captcha`, `email`, `sms`;
/// - `WebUrl`, the page to pass. Older answers lack it; the page is made of the token and the methods then;
/// - `ExpiresAt`, in seconds since 1970.
///
/// The prompt is a ``CaptchaPrompt/page(_:)``. Requests carry the header fields `x-pm-human-verification-token`, and
/// `x-pm-human-verification-token-type` with the token's ``CaptchaToken/subscript(extra:)`` named `type`; without one it
/// is `captcha`, or the first method where that is not among them. For ``CaptchaToken/outOfBand`` the challenge's own
/// token goes back, which the page has made valid.
///
/// The token is shared by all requests of the scope until it is refused. Proton refuses one by the codes 12087, 12214 and
/// 85131 at a status of 4xx, which say nothing of a new captcha. They count as a challenge that is over already: the token
/// is given up, and the request is replayed without it, to be challenged anew. Code 2001 can mean the same, but mostly
/// does not, so it is the caller's. A request that has a token of the caller's own is left alone by all this.
///
/// Not captchas: 9001 without details, and 9002, a proof of work for the device.
///
/// For the wire format see the sources of protoncore_ios, protoncore_android, WebClients and go-proton-api.
public struct ProtonScheme: CaptchaScheme {
    private static let tokenField = "x-pm-human-verification-token"
    private static let refusals: Set = ["12087", "12214", "85131"]

    /// `proton`.
    public let id = "proton"
    /// Shared until it is refused.
    public let tokenScope = TokenScope.shared(lifetime: nil)
    /// What comes with code 9001, at any status, or one of the codes that refuse a token, at those of errors: five digits
    /// stand in many an ordinary result.
    public let signal = CaptchaSignal(bodyMarkers: ["HumanVerification"])
        .or(CaptchaSignal(statuses: Set(400..<500), bodyMarkers: Array(Self.refusals)))

    private let page: URL?

    /// A scheme for Proton.
    ///
    /// - Parameter page: The verification page, for answers that do not name it.
    public init(page: URL? = URL(string: "https://verify.proton.me/")) {
        self.page = page
    }

    /// The challenge in code 9001, or the end of one in a code that refuses its token.
    public func challenge(
        in response: borrowing some InspectableResponse, to request: borrowing some ReplayableRequest
    ) -> CaptchaChallenge? {
        guard request.value(forHTTPHeaderField: Self.tokenField) == nil, let document = response.json(),
            let code = document["Code"]?.number
        else { return nil }
        if Self.refusals.contains(code), let page {
            // Over as it comes, so nobody is shown a page for it.
            return CaptchaChallenge(
                scheme: id, prompt: .page(page), expiry: .after(.zero), refusal: document["Error"]?.string)
        }
        guard code == "9001", let details = document["Details"] else { return nil }
        let tokenText = details["HumanVerificationToken"]
        let methodList = details["HumanVerificationMethods"]
        guard tokenText != nil || methodList != nil else { return nil }
        guard let token = tokenText?.string, !token.isEmpty else {
            return CaptchaChallenge(scheme: id, prompt: .unanswerable("it has no token to verify"))
        }
        let methods = methodList?.elements?.compactMap(\.string) ?? []
        let named = details["WebUrl"]?.string.flatMap(URL.init(string:))
        let url = named ?? builtPage(token, methods)
        return CaptchaChallenge(
            scheme: id, prompt: url.map(CaptchaPrompt.page) ?? .unanswerable("its page is not known"),
            echo: [.init("token", token), .init("methods", methods.joined(separator: ","))],
            expiry: details["ExpiresAt"]?.number.flatMap(Self.expiry))
    }

    /// The two header fields.
    public func edits(for token: CaptchaToken, answering challenge: CaptchaChallenge) -> [RequestEdit] {
        guard let value = token.value ?? challenge["token"] else { return [] }
        let methods = challenge["methods"]?.split(separator: ",").map(String.init) ?? []
        let usual = methods.contains("captcha") ? "captcha" : methods.first ?? "captcha"
        return [
            .header(Self.tokenField, value),
            .header(Self.tokenField + "-type", token[extra: "type"] ?? usual),
        ]
    }

    private func builtPage(_ token: String, _ methods: [String]) -> URL? {
        var request = PlainRequest(url: page)
        let methods = methods.isEmpty ? "captcha" : methods.joined(separator: ",")
        guard (try? request.apply([.query("methods", methods), .query("token", token)])) != nil else { return nil }
        return request.url
    }

    private static func expiry(_ text: String) -> CaptchaChallenge.Expiry? {
        // Some fields of Proton's are zero where others leave them out.
        guard let seconds = Double(text), seconds.isFinite, seconds > 0 else { return nil }
        return .at(Date(timeIntervalSince1970: seconds))
    }
}

extension CaptchaScheme where Self == ProtonScheme {
    /// Proton's human verification.
    public static var proton: ProtonScheme { ProtonScheme() }
}
