/// The captcha of account creation and login, which stands among the `requests` that MediaWiki still has to the person.
struct MediaWikiAuthentication: CaptchaScheme {
    let id = "mediawiki.auth"
    let tokenScope = TokenScope.singleUse
    // Every try without an answer counts as a wrong one, and after fifteen a minute right ones are refused as well.
    let solveLiftsCheck = false
    let signal = CaptchaSignal(
        statuses: [200], bodyMarkers: ["CaptchaAuthenticationRequest", "captcha-createaccount-fail"])

    func challenge(
        in response: borrowing some InspectableResponse, to request: borrowing some ReplayableRequest
    ) -> CaptchaChallenge? {
        guard let answer = MediaWikiAnswer(response), let module = answer["createaccount"] ?? answer["clientlogin"],
            let status = module.text("status"), status == "FAIL" || status == "UI"
        else { return nil }
        if let captcha = Self.captcha(module) {
            return captcha.challenge(scheme: id, echoedAs: "captchaId", base: request.url)
        }
        guard module.text("messagecode") == "captcha-createaccount-fail" else { return nil }
        return CaptchaChallenge(
            scheme: id, prompt: .unanswerable("account creation takes its captcha from meta=authmanagerinfo"))
    }

    func edits(for token: CaptchaToken, answering challenge: CaptchaChallenge) -> [RequestEdit] {
        guard let value = token.value else { return [] }
        return [.formOrQuery("captchaWord", value)] + challenge.echo.map { .formOrQuery($0.name, $0.text) }
    }

    /// The captcha among the requests of an answer.
    static func captcha(_ module: MediaWikiAnswer) -> MediaWikiCaptcha? {
        let request = module["requests"]?.elements.first { $0.text("id") == "CaptchaAuthenticationRequest" }
        guard let request else { return nil }
        // With `mergerequestfields` the fields of all requests stand beside them.
        let fields = request["fields"] ?? module["fields"]
        let metadata = request["metadata"]
        let type = metadata?.text("type")
        let info = fields?["captchaInfo"]?.text("value")
        // One field, whose meaning depends on the kind.
        let isPicture = type == "image" || type == nil && info?.contains("wpCaptchaId=") == true
        return MediaWikiCaptcha(
            type: type, id: fields?["captchaId"]?.text("value"), key: metadata?.text("key"),
            url: isPicture ? info : nil, question: isPicture ? nil : info)
    }
}
