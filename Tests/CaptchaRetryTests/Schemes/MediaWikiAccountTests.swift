import CaptchaRetry
import CaptchaRetryTesting
import Foundation
import Testing

@Suite("MediaWiki: account creation and login")
struct MediaWikiAccountTests {
    static let create = PlainRequest(
        "POST", url: URL(string: "https://wiki.example/w/api.php"),
        headerFields: ["Content-Type": "application/x-www-form-urlencoded"],
        body: .data(Data("action=createaccount&username=U&createtoken=%2B%5C".utf8)))
    static let passed = UpstreamAnswer.json(#"{"createaccount":{"status":"PASS","username":"U"}}"#)

    /// The requests of an answer, the captcha among them.
    static let question = #"""
        [{"id":"MediaWiki\\Auth\\UsernameAuthenticationRequest","fields":{"username":{"type":"string"}}}, 7,
        {"id":"CaptchaAuthenticationRequest","metadata":{"type":"simple","mime":"text/plain"},"required":"required",
        "fields":{"captchaId":{"type":"hidden","value":"99"},"captchaInfo":{"type":"null","value":"5 + 1 ="},
        "captchaWord":{"type":"string"}}}]
        """#

    static func xml(_ module: String, _ attributes: String) -> UpstreamAnswer {
        MediaWikiSchemeTests.xml(
            """
            <\(module) \(attributes)><requests><_v id="Other"><metadata /></_v>
            <_v id="CaptchaAuthenticationRequest" required="required"><metadata type="simple" mime="text/plain" /><fields>
            <captchaId type="hidden" value="99" /><captchaInfo type="null" value="5 + 1 =" /><captchaWord type="string" />
            </fields></_v></requests></\(module)>
            """)
    }

    static let challenges: [(UpstreamAnswer, CaptchaPrompt, id: String?)] = [
        (.json(#"{"createaccount":{"status":"UI","requests":\#(question)}}"#), .question("5 + 1 ="), "99"),
        (.json(#"{"clientlogin":{"status":"FAIL","requests":\#(question)}}"#), .question("5 + 1 ="), "99"),
        (xml("createaccount", #"status="UI" message="m""#), .question("5 + 1 ="), "99"),
        (xml("clientlogin", #"status="FAIL""#), .question("5 + 1 ="), "99"),
        (
            .json(
                #"""
                {"createaccount":{"status":"UI","requests":[{"id":"CaptchaAuthenticationRequest",
                "metadata":{"type":"image","mime":"image/png"}}],"fields":{"username":{},"captchaId":{"value":"3"},
                "captchaInfo":{"value":"/w/index.php?title=Special:Captcha/image&wpCaptchaId=3"}}}}
                """#),
            .picture(url("https://wiki.example/w/index.php?title=Special:Captcha/image&wpCaptchaId=3")), "3"
        ),
        (
            .json(
                #"""
                {"createaccount":{"status":"UI","requests":[{"id":"CaptchaAuthenticationRequest",
                "fields":{"captchaId":{"value":"4"},"captchaInfo":{"value":"/x?wpCaptchaId=4"}}}]}}
                """#),
            .picture(url("https://wiki.example/x?wpCaptchaId=4")), "4"
        ),
        (
            .json(
                #"""
                {"createaccount":{"status":"UI","requests":[{"id":"CaptchaAuthenticationRequest",
                "metadata":{"type":"hcaptcha","key":"SITE"},"fields":{"captchaWord":{"type":"string"}}}]}}
                """#),
            .widget(CaptchaWidget(provider: .hCaptcha, siteKey: "SITE")), nil
        ),
    ]

    @Test("The captcha among the requests is recognised, and its answer goes back under the names of its fields")
    func recognised() async throws {
        for (answer, prompt, id) in Self.challenges {
            let upstream = ScriptedUpstream { $0.form["captchaWord"] == "6" ? Self.passed : answer }
            let solver = StubSolver(token: "6")
            let retry = CaptchaRetry(schemes: [.mediaWiki], solver: solver)
            let response = try await retry.perform(Self.create, send: upstream.send)
            #expect(response.text.contains("PASS"))
            #expect(solver.asked.map(\.prompt) == [prompt] && solver.asked.first?.scheme == "mediawiki.auth")
            #expect(upstream.requests.last?.form["captchaId"] == id)
            #expect(upstream.requests.last?.form.parameters.count == (id == nil ? 4 : 5))
        }
    }

    @Test(
        "Other answers come back untouched",
        arguments: [
            #"{"createaccount":{"status":"PASS","requests":\#(question)}}"#,
            #"{"createaccount":{"status":"REDIRECT","requests":\#(question)}}"#,
            #"{"createaccount":{"status":"FAIL","messagecode":"userexists","message":"CaptchaAuthenticationRequest"}}"#,
            #"{"clientlogin":{"status":"FAIL","messagecode":"wrongpassword"}}"#,
            #"{"query":{"authmanagerinfo":{"requests":\#(question)}}}"#,
            #"{"createaccount":{"status":"UI","requests":{"id":"CaptchaAuthenticationRequest"}}}"#,
            #"{"createaccount":{"status":"UI","requests":["CaptchaAuthenticationRequest", null]}}"#,
        ])
    func notACaptcha(body: String) async throws {
        let log = EventLog()
        let solver = StubSolver(token: "6")
        let retry = CaptchaRetry(schemes: [.mediaWiki], solver: solver, onEvent: log.add)
        let response = try await retry.perform(Self.create, send: ScriptedUpstream(answers: [.json(body)]).send)
        #expect(response.text == body)
        #expect(solver.asked.isEmpty && log.events.isEmpty)
    }

    @Test("A failure that names no captcha passes through with an event")
    func failure() async throws {
        let body = #"{"createaccount":{"status":"FAIL","messagecode":"captcha-createaccount-fail"}}"#
        let log = EventLog()
        let solver = StubSolver(token: "6")
        let retry = CaptchaRetry(schemes: [.mediaWiki], solver: solver, onEvent: log.add)
        let response = try await retry.perform(Self.create, send: ScriptedUpstream(answers: [.json(body)]).send)
        #expect(response.text == body && solver.asked.isEmpty)
        #expect(log.kinds == [.challenged, .passedThrough])
    }

    @Test("The captcha of meta=authmanagerinfo is found in XML, with the fields of each request or with merged ones")
    func authManagerInfoInXML() throws {
        let fields = """
            <fields><captchaId type="hidden" value="157" label="CAPTCHA ID" help="" /><captchaInfo type="null"
            value="49+7 =" label="&lt;b&gt;" /><captchaWord type="string" /></fields>
            """
        let each =
            #"<_v id="CaptchaAuthenticationRequest" required="required"><metadata type="simple" />\#(fields)</_v>"#
        let merged = #"<_v id="CaptchaAuthenticationRequest"><metadata type="simple" mime="text/plain" /></_v>"#
        let other = #"<_v id="Other" account=""><metadata /></_v>"#
        let cases: [(String, CaptchaPrompt?)] = [
            ("<requests>\(other)\(each)</requests>", .question("49+7 =")),
            ("<requests>\(merged)\(other)</requests>\(fields)", .question("49+7 =")),
            ("<requests>\(other)</requests>\(fields)", nil), ("<requests />", nil), ("", nil),
        ]
        for (requests, prompt) in cases {
            let xml = """
                <?xml version="1.0"?><api batchcomplete=""><query><authmanagerinfo canauthenticatenow="" \
                preservedusername="">\(requests)</authmanagerinfo></query></api>
                """
            let response = PlainResponse(body: Data(xml.utf8))
            let challenge = MediaWikiScheme().challenge(inAuthManagerInfo: response, to: Self.create)
            #expect(challenge?.prompt == prompt && challenge?["captchaId"] == prompt.map { _ in "157" })
        }
    }

    /// What the operation of the documentation throws.
    private struct CaptchaWanted: Error {
        var challenge: CaptchaChallenge
    }

    @Test("An account is created with the captcha of meta=authmanagerinfo, also when the first answer was wrong")
    func authManagerInfo() async throws {
        let upstream = ScriptedUpstream { request in
            if request.query["meta"] == "authmanagerinfo" {
                return .json(#"{"query":{"authmanagerinfo":{"requests":\#(Self.question)}}}"#)
            }
            let isRight = request.form["captchaWord"] == "6" && request.form["captchaId"] == "99"
            return isRight
                ? Self.passed
                : .json(#"{"createaccount":{"status":"FAIL","messagecode":"captcha-createaccount-fail"}}"#)
        }
        let info = PlainRequest(
            url: URL(string: "https://wiki.example/w/api.php?action=query&meta=authmanagerinfo&amirequestsfor=create"))
        let wiki = MediaWikiScheme()
        let solver = StubSolver([.token("7"), .token("6")])
        let retry = CaptchaRetry(schemes: [wiki], solver: solver)
        let response = try await retry.perform {
            ($0 as? CaptchaWanted)?.challenge
        } operation: { answer in
            var request = Self.create
            if let answer { try request.apply(wiki.edits(for: answer.token, answering: answer.challenge)) }
            let response = try await upstream.send(request)
            guard wiki.challenge(in: response, to: request) != nil else { return response }
            let wanted = wiki.challenge(inAuthManagerInfo: try await upstream.send(info), to: info)
            guard let wanted else { return response }
            throw CaptchaWanted(challenge: wanted)
        }
        #expect(response.text.contains("PASS"))
        #expect(solver.asked.map(\.prompt) == [.question("5 + 1 ="), .question("5 + 1 =")])
        #expect(solver.asked.first?.origin?.description == "https://wiki.example")
        #expect(solver.told.map(\.outcome) == [.refused, .accepted])
    }
}
