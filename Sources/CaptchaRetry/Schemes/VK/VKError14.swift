#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// VK's error 14 in all the shapes that it comes in.
///
/// - `{"error": {"error_code": 14, …}}`, the API's own;
/// - `{"execute_errors": [{"error_code": 14, …}]}`, of a batch (its replay runs the whole batch again);
/// - `{"error": "need_captcha", …}`, of the OAuth hosts;
/// - `{"error_code": 14, "redirect_uri": …}` and `{"type": "captcha", …}`, of web login and of backends that pass it on.
///
/// Of its fields only what is needed is read, and none is required: newer answers lack `captcha_sid`, older ones
/// `redirect_uri`. The text in `error_msg` has changed before and is not looked at.
struct VKError14: CaptchaScheme {
    let placement: VKScheme.Placement

    let id = "vk"
    let tokenScope = TokenScope.singleUse
    let signal = CaptchaSignal(bodyMarkers: ["\"error_code\"", "need_captcha", "\"captcha\""])

    func challenge(
        in response: borrowing some InspectableResponse, to request: borrowing some ReplayableRequest
    ) -> CaptchaChallenge? {
        guard let fields = response.json().flatMap(Self.captchaFields) else { return nil }
        let prompt = Self.prompt(fields, base: request.url)
        var names = ["remixstlid"]
        if case .picture = prompt { names = ["captcha_sid", "captcha_ts", "captcha_attempt"] }
        let echo = names.compactMap { name in fields[name]?.text.map { CaptchaChallenge.EchoedValue(name, $0) } }
        // The session behind the page lives for five minutes.
        return CaptchaChallenge(scheme: id, prompt: prompt, echo: echo, expiry: .after(.seconds(300)))
    }

    func edits(for token: CaptchaToken, answering challenge: CaptchaChallenge) -> [RequestEdit] {
        guard let value = token.value else { return [] }
        var name = "success_token"
        if case .picture = challenge.prompt { name = "captcha_key" }
        return [edit(name, value, isNumber: false)]
            + challenge.echo.map { edit($0.name, $0.text, isNumber: $0.name == "remixstlid") }
    }

    private func edit(_ name: String, _ value: String, isNumber: Bool) -> RequestEdit {
        switch placement {
        case .formOrQuery: .formOrQuery(name, value)
        case .query: .query(name, value)
        case .json:
            isNumber && JSONElement(value.utf8)?.number != nil ? .jsonNumber([name], value) : .json([name], value)
        }
    }

    /// The object that holds the captcha's fields, if the document is a captcha error.
    private static func captchaFields(_ document: JSONElement) -> JSONElement? {
        if let error = document["error"] {
            if isCode14(error) { return error }
            return error.string == "need_captcha" ? document : nil
        }
        if let errors = document["execute_errors"]?.elements?.filter(isCode14), let first = errors.first {
            return errors.first { hasPrompt($0) } ?? first
        }
        // Without the error's envelope the code alone might mean anything.
        let isCaptcha = isCode14(document) || document["type"]?.string == "captcha"
        return isCaptcha && hasPrompt(document) ? document : nil
    }

    private static func isCode14(_ error: JSONElement) -> Bool { error["error_code"]?.number == "14" }

    private static func hasPrompt(_ fields: JSONElement) -> Bool {
        fields["redirect_uri"]?.string != nil || fields["captcha_img"]?.string != nil
    }

    private static func prompt(_ fields: JSONElement, base: URL?) -> CaptchaPrompt {
        // With both, the picture is but a placeholder that tells people to update.
        if let page = fields["redirect_uri"]?.string, !page.isEmpty {
            return URL(string: page).map(CaptchaPrompt.page) ?? .unanswerable("its URL cannot be read")
        }
        guard let picture = fields["captcha_img"]?.string, fields["captcha_sid"]?.text != nil,
            let url = URL(string: picture, relativeTo: base)?.absoluteURL
        else { return .unanswerable("it names neither a page nor a picture") }
        return .picture(url)
    }
}
