#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A scheme for one's own API, declared by values: which response is a captcha error, what it asks, and where the token
/// goes.
///
/// A backend that answers 403 and `{"error": {"code": "captcha_required", "siteKey": "…"}}`, and checks the token with
/// Yandex SmartCaptcha:
///
/// ```swift
/// let shop = JSONScheme(
///     "shop", statuses: [403],
///     mark: .json(["error", "code"], equals: "captcha_required"),
///     prompt: .widget(.smartCaptcha, siteKey: ["error", "siteKey"], page: "/captcha"),
///     token: .header("X-Captcha-Token"))
/// ```
///
/// One that answers with problem details (RFC 9457), and checks the token with Cloudflare Turnstile:
///
/// ```swift
/// let forum = JSONScheme(
///     "forum",
///     mark: .problem(type: "https://forum.example/problems/captcha"),
///     prompt: .widget(.turnstile, siteKey: "1x00000000000000000000AA", action: "post"),
///     token: .json(["captcha", "token"]))
/// ```
///
/// One that asks a question, and wants the question's number back along with the answer:
///
/// ```swift
/// let notes = JSONScheme(
///     "notes", statuses: [429],
///     mark: .json(["error"], equals: "captcha"),
///     prompt: .question(["question"]),
///     token: .json(["captcha", "answer"]),
///     echo: [.value(["id"], to: .jsonNumber(["captcha", "id"]), isRequired: true)],
///     expiry: .seconds(["expires_in"]))
/// ```
///
/// Paths are arrays of member names: `["error", "code"]` is `code` in the object `error`. Where a ``Source`` is asked
/// for, an array is such a path, and a text stands for itself.
///
/// What the response lacks is left out, as far as it can be: a captcha error without its site key, page, picture,
/// question or a required value to echo cannot be answered and goes back to the caller as it came. The ``signal`` comes
/// from the mark by itself.
///
/// Write a ``CaptchaScheme`` of your own where this says too little.
public struct JSONScheme: CaptchaScheme {
    /// A short name, such as `"shop"`.
    public let id: String
    /// The statuses that the captcha error can have; `nil` means any.
    public var statuses: Set<Int>?
    /// What tells the captcha error from every other response of these statuses.
    public var mark: Mark
    /// The array whose elements are looked at one by one, such as `["errors"]` of GraphQL.
    ///
    /// All paths start in the first element that bears the mark then. `nil` means that they start at the top.
    public var elements: [String]?
    /// What the captcha error asks.
    public var prompt: Prompt
    /// Where the token goes.
    public var token: Destination
    /// What goes back along with the token.
    public var echo: [Echo]
    /// When the challenge ends.
    public var expiry: Expiry?
    /// Why the token before was refused, in the upstream's words.
    public var refusal: Source?
    /// How often a token may be used.
    public var tokenScope: TokenScope

    /// A scheme.
    ///
    /// - Parameters:
    ///   - id: A short name. It must differ between the schemes of one ``CaptchaRetry``.
    ///   - statuses: The statuses that the captcha error can have; `nil` means any.
    ///   - mark: What tells it from every other response of these statuses.
    ///   - elements: The array whose elements are looked at one by one, such as `["errors"]` of GraphQL.
    ///   - prompt: What it asks.
    ///   - token: Where the token goes.
    ///   - echo: What goes back along with the token.
    ///   - expiry: When the challenge ends, if the upstream says so.
    ///   - refusal: Where the upstream says why the token before was refused.
    ///   - tokenScope: How often a token may be used.
    public init(
        _ id: String, statuses: Set<Int>? = nil, mark: Mark, inElementsOf elements: [String]? = nil, prompt: Prompt,
        token: Destination, echo: [Echo] = [], expiry: Expiry? = nil, refusal: Source? = nil,
        tokenScope: TokenScope = .singleUse
    ) {
        self.id = id
        self.statuses = statuses
        self.mark = mark
        self.elements = elements
        self.prompt = prompt
        self.token = token
        self.echo = echo
        self.expiry = expiry
        self.refusal = refusal
        self.tokenScope = tokenScope
    }

    /// The statuses with the header fields and texts without which nothing bears the mark.
    public var signal: CaptchaSignal {
        var signal = mark.traces(below: elements).signal
        signal.statuses = statuses
        return signal
    }

    /// The captcha error in a response that bears the mark.
    public func challenge(
        in response: borrowing some InspectableResponse, to request: borrowing some ReplayableRequest
    ) -> CaptchaChallenge? {
        if let statuses, !statuses.contains(response.status) { return nil }
        let url = request.url
        let document = response.json()
        guard let elements else {
            return mark.isBorne(by: response, document, url) ? challenge(response, document, url) : nil
        }
        for element in document?[elements]?.elements ?? [] where mark.isBorne(by: response, element, url) {
            return challenge(response, element, url)
        }
        return nil
    }

    /// The token and the echoed values, each to where it belongs.
    public func edits(for token: CaptchaToken, answering challenge: CaptchaChallenge) -> [RequestEdit] {
        guard let value = token.value else { return [] }
        var edits = [self.token.edit(value)]
        for (name, echo) in zip(echoNames, echo) {
            if let text = challenge[name] { edits.append(echo.destination.edit(text)) }
        }
        return edits
    }

    private func challenge(
        _ response: borrowing some InspectableResponse, _ element: JSONElement?, _ url: URL?
    ) -> CaptchaChallenge {
        var challenge = CaptchaChallenge(scheme: id, prompt: prompt.prompt(in: response, element, url))
        for (name, echo) in zip(echoNames, echo) {
            if let text = echo.source.text(in: response, element, url) {
                challenge.echo.append(.init(name, text))
            } else if echo.isRequired {
                challenge.prompt = .unanswerable("it lacks what has to go back as \(name)")
            }
        }
        challenge.expiry = expiry?.expiry(in: response, element, url)
        challenge.refusal = refusal?.text(in: response, element, url)
        return challenge
    }

    /// The names that the echoed values have in the challenge: where they go, told apart where two go to one name.
    private var echoNames: [String] {
        var names: [String] = []
        for name in echo.map(\.destination.name) {
            names.append(names.contains(name) ? "\(name)#\(names.count)" : name)
        }
        return names
    }
}
