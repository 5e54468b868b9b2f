import CaptchaRetry
import CaptchaRetryTesting
import Foundation
import Testing

@Suite("Other upstreams: Yandex passport and Discord")
struct OtherUpstreamsPassportTests {
    // MARK: Yandex passport, as clients for its music service and its speakers have it

    static let tokenCall = JSONScheme(
        "passport.token", mark: .json(["x_captcha_key"]),
        prompt: .picture(["x_captcha_url"]),
        token: .form("x_captcha_answer"),
        echo: [.value(["x_captcha_key"], to: .form("x_captcha_key"), isRequired: true)],
        refusal: ["error_description"])

    // Where the web login takes the answer is described nowhere; this is a guess at its field.
    static let webLogin = JSONScheme(
        "passport.web", mark: .json(["errors"], contains: "captcha.required"),
        prompt: .picture(["captcha_image_url"]),
        token: .form("captcha_answer"))

    static let login = PlainRequest.post(form: "grant_type=password&username=a", to: "https://passport.example/token")

    private static func formA(_ key: String, _ description: String) -> UpstreamAnswer {
        .json(
            """
            {"error":"403","error_description":"\(description)","x_captcha_key":"\(key)",
            "x_captcha_url":"https://captcha.example/image?key=\(key)"}
            """, status: 403)
    }

    @Test(
        "Yandex, token call: answer and key go into the form; a wrong answer brings a new key, and the old one is gone")
    func formA() async throws {
        let upstream = ScriptedUpstream(answers: [
            Self.formA("00oldkey", "CAPTCHA required"), Self.formA("00newkey", "Wrong CAPTCHA answer"), .ok,
        ])
        let solver = StubSolver([.token("first"), .token("second")])
        let retry = CaptchaRetry(schemes: [Self.webLogin, Self.tokenCall], solver: solver)
        #expect(try await retry.perform(Self.login, send: upstream.send).text == #"{"ok": true}"#)
        #expect(
            upstream.requests.map { String(decoding: $0.body, as: UTF8.self) } == [
                "grant_type=password&username=a",
                "grant_type=password&username=a&x_captcha_answer=first&x_captcha_key=00oldkey",
                "grant_type=password&username=a&x_captcha_answer=second&x_captcha_key=00newkey",
            ])
        #expect(
            solver.asked.map(\.prompt) == [
                .picture(url("https://captcha.example/image?key=00oldkey")),
                .picture(url("https://captcha.example/image?key=00newkey")),
            ])
        #expect(solver.asked.last?.refusal == "Wrong CAPTCHA answer")
        #expect(solver.told.map(\.outcome) == [.refused, .accepted])
    }

    @Test("Yandex, web login: the code in the array of errors is the mark")
    func formB() async throws {
        let body =
            #"{"status":"error","errors":["captcha.required"],"captcha_image_url":"https://captcha.example/image?key=00z"}"#
        let trial = try await SchemeTrial([Self.tokenCall, Self.webLogin], .json(body), to: Self.login, token: "abc")
        #expect(trial.challenge?.scheme == "passport.web")
        #expect(trial.challenge?.prompt == .picture(url("https://captcha.example/image?key=00z")))
        #expect(trial.body == "grant_type=password&username=a&captcha_answer=abc")
    }

    @Test("Yandex: the text for people alone, and other errors, are no captchas; one without a picture has no answer")
    func yandexOther() async throws {
        let schemes = [Self.tokenCall, Self.webLogin]
        for body in [
            #"{"error":"403","error_description":"CAPTCHA required"}"#,
            #"{"error":"invalid_grant","error_description":"login or password is not valid"}"#,
            #"{"status":"error","errors":["password.not_matched"]}"#,
            #"{"status":"error","errors":["captcha.required_soon"]}"#,
            #"{"status":"error","errors":"captcha.required"}"#,
        ] {
            for status in [200, 403] {
                try await SchemeTrial.expectUntouched(schemes, .json(body, status: status), to: Self.login)
            }
        }
        for body in [#"{"x_captcha_key":"00k"}"#, #"{"errors":["captcha.required"]}"#] {
            try await SchemeTrial.expectUntouched(schemes, .json(body), to: Self.login, reported: true)
        }
    }

    // MARK: Discord, as the sources of a Python client have it

    static let discord = JSONScheme(
        "discord", statuses: [400], mark: .jsonArray(["captcha_key"]),
        prompt: .widget(
            provider: .first([["captcha_service"], "hcaptcha"]), siteKey: ["captcha_sitekey"],
            parameters: ["rqdata": ["captcha_rqdata"]]),
        token: .header("X-Captcha-Key"),
        echo: [
            .value(["captcha_rqtoken"], to: .header("X-Captcha-Rqtoken")),
            .value(["captcha_session_id"], to: .header("X-Captcha-Session-Id")),
        ])

    @Test("Discord: token, request token and session go back in three header fields, and the data reaches the widget")
    func discordLong() async throws {
        let body = """
            {"captcha_key":["captcha-required"],"captcha_sitekey":"3abfa421-0000","captcha_service":"hcaptcha",
            "captcha_session_id":"9c6078be","captcha_rqdata":"abc+/=","captcha_rqtoken":"Q1.x+/=","should_serve_invisible":false}
            """
        let request = PlainRequest.post(json: #"{"content": "hi"}"#)
        let trial = try await SchemeTrial([Self.discord], .json(body, status: 400), to: request)
        let fields = trial.lastRequest?.headerFields
        #expect(fields?["X-Captcha-Key"] == "t+/=" && fields?["X-Captcha-Rqtoken"] == "Q1.x+/=")
        #expect(fields?["X-Captcha-Session-Id"] == "9c6078be")
        #expect(trial.body == #"{"content": "hi"}"#)
        #expect(
            trial.challenge?.prompt
                == .widget(
                    CaptchaWidget(
                        provider: .hCaptcha, siteKey: "3abfa421-0000", parameters: ["rqdata": "abc+/="])))
    }

    @Test("Discord: without the optional fields only the token goes back")
    func discordShort() async throws {
        let body = #"{"captcha_key":["invalid-input-response"],"captcha_sitekey":"3abfa421-0000"}"#
        let trial = try await SchemeTrial([Self.discord], .json(body, status: 400))
        let names = trial.lastRequest?.headerFields.fields.map { $0.name.lowercased() } ?? []
        #expect(names.filter { $0.hasPrefix("x-captcha") } == ["x-captcha-key"])
        #expect(trial.challenge?.prompt == .widget(CaptchaWidget(provider: .hCaptcha, siteKey: "3abfa421-0000")))
    }

    @Test("Discord: other errors are no captchas, and one without a site key cannot be answered")
    func discordOther() async throws {
        for (body, status) in [
            (#"{"code":50035,"errors":{"captcha_key":{"_errors":[]}}}"#, 400),
            (#"{"captcha_key":"captcha-required","captcha_sitekey":"3abfa421-0000"}"#, 400),
            (#"{"captcha_key":["captcha-required"],"captcha_sitekey":"3abfa421-0000"}"#, 403),
        ] { try await SchemeTrial.expectUntouched([Self.discord], .json(body, status: status)) }
        try await SchemeTrial.expectUntouched(
            [Self.discord], .json(#"{"captcha_key":["captcha-required"]}"#, status: 400), reported: true)
    }
}
