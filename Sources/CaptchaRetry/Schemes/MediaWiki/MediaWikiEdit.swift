/// The captcha of `action=edit`: `{"edit": {"result": "Failure", "captcha": {…}}}`, or the same in XML.
struct MediaWikiEdit: CaptchaScheme {
    let id = "mediawiki"
    let tokenScope = TokenScope.singleUse
    // Every try without an answer counts as a wrong one, and after fifteen a minute right ones are refused as well.
    let solveLiftsCheck = false
    let signal = CaptchaSignal(statuses: [200], bodyMarkers: ["\"captcha\"", "<captcha"])

    func challenge(
        in response: borrowing some InspectableResponse, to request: borrowing some ReplayableRequest
    ) -> CaptchaChallenge? {
        guard let edit = MediaWikiAnswer(response)?["edit"], edit.text("result") == "Failure",
            let fields = edit["captcha"]
        else { return nil }
        let captcha = MediaWikiCaptcha(
            type: fields.text("type"), id: fields.text("id"), key: fields.text("key"), url: fields.text("url"),
            question: fields.text("question"), hasError: fields.text("error") != nil)
        return captcha.challenge(scheme: id, echoedAs: "captchaid", base: request.url)
    }

    func edits(for token: CaptchaToken, answering challenge: CaptchaChallenge) -> [RequestEdit] {
        guard let value = token.value else { return [] }
        var edits = [RequestEdit.formOrQuery("captchaword", value)]
        edits += challenge.echo.map { .formOrQuery($0.name, $0.text) }
        if case .widget(let widget) = challenge.prompt,
            let module = MediaWikiCaptcha.modules.first(where: { $0.provider == widget.provider })
        {
            edits.append(.formOrQuery(module.parameter, value))
        }
        return edits
    }
}
