import CaptchaRetry
import CaptchaRetryTesting
import Foundation
import Testing

@Suite("A scheme for one's own API: marks, sources, places")
struct JSONSchemeTests {
    private static func scheme(
        _ mark: JSONScheme.Mark, prompt: JSONScheme.Prompt = .question("?"), echo: [JSONScheme.Echo] = [],
        expiry: JSONScheme.Expiry? = nil
    ) -> JSONScheme {
        JSONScheme("s", mark: mark, prompt: prompt, token: .header("T"), echo: echo, expiry: expiry)
    }

    /// Whether a body bears the mark; through the gate, too.
    private static func bears(
        _ mark: JSONScheme.Mark, _ body: String, _ fields: HeaderFields = [:]
    ) async throws -> Bool {
        try await SchemeTrial([scheme(mark)], .json(body, headerFields: fields)).challenge != nil
    }

    @Test("Each kind of mark matches the value that it names, and no other")
    func marks() async throws {
        let cases: [(JSONScheme.Mark, bearing: [String], others: [String])] = [
            (
                .json(["a", "b"]), [#"{"a":{"b":0}}"#, #"{"a":{"b":false}}"#, #"{"a":{"b":[]}}"#, #"{"a":{"b":{}}}"#],
                [#"{"a":{"b":null}}"#, #"{"a":{}}"#, #"{"b":1}"#, #"{"a":[{"b":1}]}"#, #""b""#, ""]
            ),
            (.json(["a"], equals: "x"), [#"{"a":"x"}"#], [#"{"a":"X"}"#, #"{"a":["x"]}"#]),
            (.json(["a"], equals: 14), [#"{"a":14}"#], [#"{"a":"14"}"#, #"{"a":14.0}"#, #"{"a":140}"#]),
            (.json(["a"], equals: .integer(-1)), [#"{"a":-1}"#], [#"{"a":1}"#]),
            (.json(["a"], equals: true), [#"{"a":true}"#], [#"{"a":false}"#, #"{"a":"true"}"#, #"{"a":1}"#]),
            (.json(["a"], hasPrefix: "AB"), [#"{"a":"AB"}"#, #"{"a":"ABC"}"#], [#"{"a":"A"}"#, #"{"a":"xAB"}"#]),
            (.json(["a"], contains: 7), [#"{"a":[1,7]}"#], [#"{"a":[]}"#, #"{"a":7}"#, #"{"a":[[7]]}"#]),
            (.jsonArray(["a"]), [#"{"a":[]}"#], [#"{"a":{}}"#, #"{"a":"[]"}"#]),
            (.all([.json(["a"]), .json(["b"])]), [#"{"a":1,"b":1}"#], [#"{"a":1}"#, #"{"b":1}"#]),
            (.any([.json(["a"]), .json(["b"])]), [#"{"a":1}"#, #"{"b":1}"#], [#"{"c":1}"#]),
            (.json(["a"], equals: "x/y"), [#"{"a":"x/y"}"#, #"{"a":"x\/y"}"#, #"{"a":"x\u002Fy"}"#], [#"{"a":"x"}"#]),
            (.any([]), [], ["{}"]),
            // Names that are spelled alike, but not with the same characters.
            (.json(["\u{E9}"]), ["{\"\u{E9}\":1}", #"{"\u00e9":1}"#], ["{\"e\u{301}\":1}"]),
        ]
        for (mark, bearing, others) in cases {
            for body in bearing { #expect(try await Self.bears(mark, body), "\(mark) \(body)") }
            for body in others { #expect(try await !Self.bears(mark, body), "\(mark) \(body)") }
        }
        #expect(try await Self.bears(.header("x-mark"), "", ["X-Mark": ""]))
        #expect(try await !Self.bears(.all([.header("X-Mark"), .json(["a"])]), "{}", ["X-Mark": "1"]))
        #expect(try await Self.bears(.all([.header("X-Mark"), .json(["a"])]), #"{"a":1}"#, ["X-Mark": "1"]))
    }

    @Test("GraphQL: the element that bears the mark is found among the errors, and only its own values count")
    func elements() async throws {
        let scheme = JSONScheme(
            "graphql", statuses: [200], mark: .json(["extensions", "code"], equals: "CAPTCHA_REQUIRED"),
            inElementsOf: ["errors"], prompt: .widget(.turnstile, siteKey: ["extensions", "siteKey"]),
            token: .header("X-Captcha"), echo: [.value(["extensions", "id"], to: .header("X-Captcha-Id"))])
        let body = """
            {"data":null,"errors":[{"message":"x","extensions":{"code":"OTHER","siteKey":"wrong","id":1}}, 7,
            {"message":"y","extensions":{"code":"CAPTCHA_REQUIRED","siteKey":"right"}}]}
            """
        let trial = try await SchemeTrial([scheme], .json(body))
        #expect(trial.challenge?.prompt == .widget(CaptchaWidget(provider: .turnstile, siteKey: "right")))
        #expect(trial.challenge?.echo == [])
        for body in [
            #"{"errors":[{"extensions":{"code":"OTHER"}}]}"#, #"{"errors":[]}"#, #"{"data":{"errors":[]}}"#,
            #"{"errors":{"extensions":{"code":"CAPTCHA_REQUIRED"}}}"#, #"{"extensions":{"code":"CAPTCHA_REQUIRED"}}"#,
        ] { try await SchemeTrial.expectUntouched([scheme], .json(body)) }
    }

    @Test("Every place takes the token and the echoed values with their exact text, and nothing else changes")
    func places() async throws {
        let scheme = JSONScheme(
            "s", mark: .json(["captcha"]), prompt: .question(["captcha", "q"]), token: .json(["auth", "token"]),
            echo: [
                .value(["captcha", "id"], to: .jsonNumber(["auth", "id"])),
                .value(["captcha", "tag"], to: .jsonNumber(["auth", "tag"])),
                .value(["captcha", "id"], to: .query("id")), .value(["captcha", "tag"], to: .cookie("tag")),
                .value(.header("X-Round"), to: .header("id")), .value("v2", to: .header("X-Kind")),
                .value(["captcha", "none"], to: .query("none")),
            ])
        let answer = UpstreamAnswer.json(
            #"{"captcha":{"q":"2+2","id":9007199254740993.10,"tag":"a-1"}}"#, headerFields: ["X-Round": "3"])
        let trial = try await SchemeTrial([scheme], answer, to: .post(json: #"{"a": 1.0}"#))
        #expect(trial.challenge?.prompt == .question("2+2"))
        #expect(
            trial.body == #"{"a": 1.0,"auth":{"token":"t+/=","id":9007199254740993.10,"tag":"a-1"}}"#)
        #expect(trial.lastRequest?.target == "/items?page=1&id=9007199254740993.10")
        #expect(trial.lastRequest?.cookies["tag"] == "a-1")
        #expect(trial.lastRequest?.headerFields["id"] == "3")
        #expect(trial.lastRequest?.headerFields["X-Kind"] == "v2")
    }

    @Test("URLs are taken relative to the request's, and without what a prompt needs it cannot be answered")
    func prompts() async throws {
        let mark = JSONScheme.Mark.json(["captcha"])
        let cases: [(JSONScheme.Prompt, String, CaptchaPrompt?)] = [
            (.page(["u"]), #""u":"check?x=1""#, .page(url("https://api.example/check?x=1"))),
            (.page(.first([["u"], ["v"], "/d"])), #""u":"","v":null"#, .page(url("https://api.example/d"))),
            (
                .hostedProcess(["u"], reference: ["r"]), #""u":"/p","r":7"#,
                .hostedProcess(url("https://api.example/p"), reference: "7")
            ),
            (
                .widget(provider: ["p"], siteKey: ["k"]), #""p":"HCaptcha","k":"1""#,
                .widget(.init(provider: .hCaptcha, siteKey: "1"))
            ),
            (.page(["u"]), #""u":"""#, nil), (.picture(["u"]), #""u":[]"#, nil), (.question(["u"]), #""u":"""#, nil),
            (.hostedProcess(["u"]), #""v":1"#, nil), (.widget(.hCaptcha, siteKey: ["k"]), #""k":"""#, nil),
            (.widget(provider: ["p"], siteKey: "1"), #""k":"""#, nil), (.page(["u"]), #""u":"javascript:x()""#, nil),
        ]
        for (prompt, members, expected) in cases {
            let trial = try await SchemeTrial(
                [Self.scheme(mark, prompt: prompt)], .json(#"{"captcha":1,\#(members)}"#))
            #expect(trial.challenge?.prompt == expected, "\(members)")
            #expect(trial.events.contains(.passedThrough) == (expected == nil), "\(members)")
        }
    }

    @Test("Seconds and Unix times end the challenge; what is no number, or out of all bounds, does no harm")
    func expiries() async throws {
        let cases: [(JSONScheme.Expiry, String, CaptchaChallenge.Expiry?)] = [
            (.seconds(["t"]), "120", .after(.seconds(120))), (.seconds(["t"]), "\"1.5\"", .after(.seconds(1.5))),
            (.unixTime(["t"]), "4102444800", .at(Date(timeIntervalSince1970: 4_102_444_800))),
            (.after(.seconds(60)), "null", .after(.seconds(60))), (.seconds(["t"]), "\"soon\"", nil),
            (.seconds(["t"]), "\"nan\"", nil), (.unixTime(["t"]), "\"inf\"", nil), (.seconds(["t"]), "null", nil),
            (.seconds(["t"]), "1e300", .after(.seconds(1e11))), (.seconds(["t"]), "-1", nil),
            (.unixTime(["t"]), "1e300", .at(Date(timeIntervalSince1970: 1e11))),
        ]
        for (expiry, text, expected) in cases {
            let scheme = Self.scheme(.json(["captcha"]), expiry: expiry)
            let trial = try await SchemeTrial([scheme], .json(#"{"captcha":1,"t":\#(text)}"#))
            #expect(trial.challenge != nil && trial.challenge?.expiry == expected, "\(text)")
        }
    }

    @Test("A field like Retry-After counts as seconds or as a date; what is neither counts as not said")
    func retryAfter() async throws {
        let cases: [(String, CaptchaChallenge.Expiry?)] = [
            ("120", .after(.seconds(120))),
            ("Sun, 06 Nov 1994 08:49:37 GMT", .at(Date(timeIntervalSince1970: 784_111_777))),
            ("Thu, 29 Feb 2024 23:59:59 GMT", .at(Date(timeIntervalSince1970: 1_709_251_199))),
            ("Fri, 01 Mar 2024 00:00:00 GMT", .at(Date(timeIntervalSince1970: 1_709_251_200))),
            ("Sat, 01 Jan 2000 00:00:00 GMT", .at(Date(timeIntervalSince1970: 946_684_800))),
            ("Thu, 01 Jan 1970 00:00:00 GMT", .at(Date(timeIntervalSince1970: 0))),
            ("Sun, 06 Nov 1994 08:49:37 CET", nil), ("Sun, 06 Nov 99999999999999999999 08:49:37 GMT", nil),
            ("Sun, 06 Foo 1994 08:49:37 GMT", nil), ("Sun, 40 Nov 1994 08:49:37 GMT", nil),
            ("Sun, 06 Nov 1994 25:49:37 GMT", nil), ("Sun, 06 Nov 1994 08:49 GMT", nil), ("soon", nil), ("", nil),
        ]
        for (text, expected) in cases {
            let scheme = Self.scheme(.json(["captcha"]), expiry: .retryAfter())
            let answer = UpstreamAnswer.json(#"{"captcha":1}"#, headerFields: ["retry-after": text])
            let upstream = ScriptedUpstream(answers: [answer])
            let response = try await upstream.send(PlainRequest.get)
            #expect(scheme.challenge(in: response, to: PlainRequest.get)?.expiry == expected, "\(text)")
        }
    }

    @Test("A token that came to the upstream by itself changes nothing in the replay")
    func outOfBand() async throws {
        let upstream = ScriptedUpstream(answers: [.json(#"{"captcha":1}"#), .ok])
        let scheme = Self.scheme(.json(["captcha"]), echo: [.value("1", to: .header("X"))])
        _ = try await CaptchaRetry(schemes: [scheme], solver: StubSolver([.outOfBand]))
            .perform(PlainRequest.get, send: upstream.send)
        #expect(upstream.requests.count == 2 && upstream.requests.first == upstream.requests.last)
    }
}
