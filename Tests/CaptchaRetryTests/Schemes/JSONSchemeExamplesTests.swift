import CaptchaRetry
import CaptchaRetryTesting
import Foundation
import Testing

@Suite("A scheme for one's own API: five backends, each in a few lines")
struct JSONSchemeExamplesTests {
    @Test("SmartCaptcha in a 403: the token goes into a header field")
    func smartCaptcha() async throws {
        let shop = JSONScheme(
            "shop", statuses: [403],
            mark: .json(["error", "code"], equals: "captcha_required"),
            prompt: .widget(.smartCaptcha, siteKey: ["error", "siteKey"], page: "/captcha"),
            token: .header("X-Captcha-Token"))
        let body = #"{"error":{"code":"captcha_required","siteKey":"ysc1_abc"}}"#
        let trial = try await SchemeTrial([shop], .json(body, status: 403))
        #expect(
            trial.challenge?.prompt
                == .widget(
                    CaptchaWidget(
                        provider: .smartCaptcha, siteKey: "ysc1_abc", page: url("https://api.example/captcha"))))
        #expect(trial.challenge?.scheme == "shop")
        #expect(trial.lastRequest?.headerFields["X-Captcha-Token"] == "t+/=")
        #expect(trial.lastRequest?.target == "/items?page=1")
        #expect(trial.response.text == #"{"ok": true}"#)

        for (other, status) in [
            (body, 401), (#"{"error":{"code":"forbidden","siteKey":"ysc1_abc"}}"#, 403),
            (#"{"error":"captcha_required"}"#, 403), (#"{"code":"captcha_required"}"#, 403),
            (#"{"error":{"code":["captcha_required"]}}"#, 403), ("captcha_required", 403), (body + "}", 403),
        ] { try await SchemeTrial.expectUntouched([shop], .json(other, status: status)) }
        try await SchemeTrial.expectUntouched(
            [shop], .json(#"{"error":{"code":"captcha_required"}}"#, status: 403), reported: true)
    }

    @Test("Turnstile with problem details: the token goes into the JSON body")
    func turnstile() async throws {
        let forum = JSONScheme(
            "forum",
            mark: .problem(type: "https://api.example/problems/captcha"),
            prompt: .widget(.turnstile, siteKey: "1x00000000000000000000AA", action: "post"),
            token: .json(["captcha", "token"]))
        let request = PlainRequest.post(json: #"{"text": "Hello", "big": 9007199254740993.10}"#)
        func problem(_ type: String, _ contentType: String) -> UpstreamAnswer {
            .json(#"{"type":"\#(type)","status":403}"#, status: 403, headerFields: ["content-type": contentType])
        }
        for (type, contentType) in [
            ("https://api.example/problems/captcha", "application/problem+json"),
            ("https:\\/\\/api.example\\/problems\\/captcha", "application/problem+json; charset=utf-8"),
            ("/problems/captcha", "Application/Problem+JSON ;charset=utf-8"),
            ("https://api.example/problems/captcha", "application/vnd.forum+json"),
        ] {
            let trial = try await SchemeTrial([forum], problem(type, contentType), to: request)
            #expect(
                trial.challenge?.prompt
                    == .widget(
                        CaptchaWidget(provider: .turnstile, siteKey: "1x00000000000000000000AA", action: "post")))
            #expect(
                trial.body == #"{"text": "Hello", "big": 9007199254740993.10,"captcha":{"token":"t+/="}}"#)
        }
        for (type, contentType) in [
            ("https://api.example/problems/captcha", "application/json"),
            ("https://api.example/problems/captcha", "text/html; a=+json"),
            ("https://api.example/problems/captcha-blocked", "application/problem+json"),
            ("https://evil.example/problems/captcha", "application/problem+json"),
        ] { try await SchemeTrial.expectUntouched([forum], problem(type, contentType), to: request) }
    }

    @Test("hCaptcha with a mark in the header: the token goes into the form, or into the query where there is none")
    func hCaptcha() async throws {
        let gate = JSONScheme(
            "gate",
            mark: .header("X-Captcha", equals: "required"),
            prompt: .widget(.hCaptcha, siteKey: .header("X-Captcha-Site-Key")),
            token: .formOrQuery("h-captcha-response"),
            expiry: .seconds(.header("Retry-After")))
        let fields: HeaderFields = ["x-captcha": "required", "x-captcha-site-key": "10000000", "retry-after": "90"]
        let answer = UpstreamAnswer.html("<p>Stop", status: 429, headerFields: fields)
        let form = try await SchemeTrial([gate], answer, to: .post(form: "a=1"))
        #expect(form.body == "a=1&h-captcha-response=t%2B%2F%3D")
        #expect(form.challenge?.prompt == .widget(CaptchaWidget(provider: .hCaptcha, siteKey: "10000000")))
        #expect(form.challenge?.expiry == .after(.seconds(90)))
        let query = try await SchemeTrial([gate], answer)
        #expect(query.lastRequest?.target == "/items?page=1&h-captcha-response=t%2B%2F%3D")

        for fields: HeaderFields in [["X-Captcha": "passed"], ["X-Captcha-Site-Key": "10000000"]] {
            try await SchemeTrial.expectUntouched([gate], .html("required", status: 429, headerFields: fields))
        }
    }

    @Test("Friendly Captcha, marked in an array: the token goes into the JSON body")
    func friendly() async throws {
        let news = JSONScheme(
            "news", statuses: [422],
            mark: .json(["errors"], contains: "captcha"),
            prompt: .widget(.friendlyCaptcha, siteKey: "FCMGEMUD2KTDSQ5H"),
            token: .json(["frc-captcha-response"]))
        let trial = try await SchemeTrial(
            [news], .json(#"{"errors":["name",7,"captcha"]}"#, status: 422),
            to: .post(json: #"{"frc-captcha-response":null,"name":"x"}"#))
        #expect(trial.body == #"{"frc-captcha-response":"t+/=","name":"x"}"#)
        for body in [#"{"errors":["name"]}"#, #"{"errors":"captcha"}"#, #"{"errors":[["captcha"]]}"#] {
            try await SchemeTrial.expectUntouched([news], .json(body, status: 422), to: .post(json: "{}"))
        }
    }

    @Test("A picture of one's own: the identifier goes back letter for letter, and a second round has its own")
    func picture() async throws {
        let bank = JSONScheme(
            "bank",
            mark: .json(["captcha", "image"]),
            prompt: .picture(["captcha", "image"]),
            token: .form("answer"),
            echo: [.value(["captcha", "id"], to: .form("captcha_id"), isRequired: true)],
            expiry: .unixTime(["captcha", "until"]), refusal: ["captcha", "reason"])
        func captcha(_ id: String, _ more: String = "") -> UpstreamAnswer {
            .json(#"{"captcha":{"id":\#(id),"image":"../p.png?i=1","until":4102444800.5\#(more)}}"#)
        }
        let upstream = ScriptedUpstream(answers: [
            captcha("9041237788123456789"), captcha("1.500", #","reason":"wrong""#), .ok,
        ])
        let solver = StubSolver([.token("a"), .token("b")])
        let retry = CaptchaRetry(schemes: [bank], solver: solver)
        _ = try await retry.perform(PlainRequest.post(form: "sum=1"), send: upstream.send)
        #expect(
            upstream.requests.map { String(decoding: $0.body, as: UTF8.self) } == [
                "sum=1", "sum=1&answer=a&captcha_id=9041237788123456789", "sum=1&answer=b&captcha_id=1.500",
            ])
        #expect(solver.asked.allSatisfy { $0.prompt == .picture(url("https://api.example/p.png?i=1")) })
        #expect(solver.asked.map(\.refusal) == [nil, "wrong"])
        #expect(solver.asked.first?.expiry == .at(Date(timeIntervalSince1970: 4_102_444_800.5)))

        try await SchemeTrial.expectUntouched([bank], .json(#"{"captcha":null}"#))
        try await SchemeTrial.expectUntouched([bank], .json(#"{"captcha":{"image":null}}"#))
        try await SchemeTrial.expectUntouched(
            [bank], .json(#"{"captcha":{"image":"/p.png"}}"#), to: .post(form: "sum=1"), reported: true)
    }
}
