import CaptchaRetry
import CaptchaRetryTesting
import Foundation
import Testing

@Suite("MediaWiki: edits")
struct MediaWikiSchemeTests {
    static let edit = PlainRequest(
        "POST", url: URL(string: "https://wiki.example/w/api.php"),
        headerFields: ["Content-Type": "application/x-www-form-urlencoded"],
        body: .data(Data("action=edit&title=A%20B&text=x+y&token=%2B%5C".utf8)))
    static let saved = UpstreamAnswer.json(#"{"edit":{"result":"Success","pageid":7}}"#)

    /// One kind of captcha in its three formats, and what its answer adds to the form.
    struct Kind: CustomTestStringConvertible {
        var testDescription: String
        var json: String
        var xml: String
        var prompt: CaptchaPrompt
        var added: [String: String]
    }

    static let kinds: [Kind] = [
        Kind(
            testDescription: "math",
            json: #"{"type":"math","mime":"text/tex","id":"512345678","question":"36 + 4 = "}"#,
            xml: #"<captcha type="math" mime="text/tex" id="512345678" question="36 + 4 = " />"#,
            prompt: .question("36 + 4 = "), added: ["captchaid": "512345678", "captchaword": "a&b=/"]),
        Kind(
            testDescription: "simple, with a number for an identifier",
            json: #"{"type":"simple","mime":"text/plain","id":9041237788123456789,"question":"58 - 3"}"#,
            xml: #"<captcha question='58 - 3' id='9041237788123456789' mime='text/plain' type='simple'/>"#,
            prompt: .question("58 - 3"), added: ["captchaid": "9041237788123456789", "captchaword": "a&b=/"]),
        Kind(
            testDescription: "questy",
            json: #"{"type":"question","mime":"text/html","id":"1","question":"Is \"a\" <b>&amp;</b> é?"}"#,
            xml: #"<captcha type="question" id="1" question="Is &quot;a&quot; &lt;b&gt;&amp;amp;&lt;/b&gt; &#xe9;?"/>"#,
            prompt: .question(#"Is "a" <b>&amp;</b> é?"#), added: ["captchaid": "1", "captchaword": "a&b=/"]),
        Kind(
            testDescription: "picture",
            json: """
                {"type":"image","mime":"image/png","id":"42",
                "url":"/w/index.php?title=Special:Captcha/image&wpCaptchaId=42"}
                """,
            xml: """
                <captcha type="image" id="42" url="/w/index.php?title=Special:Captcha/image&amp;wpCaptchaId=42"></captcha>
                """,
            prompt: .picture(url("https://wiki.example/w/index.php?title=Special:Captcha/image&wpCaptchaId=42")),
            added: ["captchaid": "42", "captchaword": "a&b=/"]),
        Kind(
            testDescription: "reCAPTCHA",
            json: #"{"type":"recaptchanocaptcha","mime":"application/javascript","key":"SITE","error":null}"#,
            xml: #"<captcha type="recaptchanocaptcha" mime="application/javascript" key="SITE" />"#,
            prompt: .widget(CaptchaWidget(provider: .reCAPTCHA, siteKey: "SITE")),
            added: ["captchaword": "a&b=/", "g-recaptcha-response": "a&b=/"]),
        Kind(
            testDescription: "hCaptcha", json: #"{"type":"hcaptcha","key":"SITE","error":"http"}"#,
            xml: #"<captcha type="hcaptcha" key="SITE" error="http" />"#,
            prompt: .widget(CaptchaWidget(provider: .hCaptcha, siteKey: "SITE")),
            added: ["captchaword": "a&b=/", "h-captcha-response": "a&b=/"]),
        Kind(
            testDescription: "Turnstile", json: #"{"type":"turnstile","key":"SITE"}"#,
            xml: #"<captcha type="turnstile" key="SITE"/>"#,
            prompt: .widget(CaptchaWidget(provider: .turnstile, siteKey: "SITE")),
            added: ["captchaword": "a&b=/", "cf-turnstile-response": "a&b=/"]),
    ]

    static func xml(_ inner: String) -> UpstreamAnswer {
        .body(Data(#"<?xml version="1.0"?><api>\#(inner)</api>"#.utf8), type: "text/xml; charset=utf-8")
    }

    @Test("Each kind is recognised in JSON and XML, and its answer goes into the form", arguments: kinds)
    func kind(_ kind: Kind) async throws {
        let answers = [
            UpstreamAnswer.json(#"{"edit":{"captcha":\#(kind.json),"result":"Failure"}}"#),
            Self.xml("<warnings><main>a &lt; b</main></warnings><edit result=\"Failure\">\n  \(kind.xml)\n</edit>"),
        ]
        for answer in answers {
            let upstream = ScriptedUpstream { $0.form["captchaword"] == nil ? answer : Self.saved }
            let solver = StubSolver(token: "a&b=/")
            let retry = CaptchaRetry(schemes: [.mediaWiki], solver: solver)
            let response = try await retry.perform(Self.edit, send: upstream.send)
            #expect(response.text == #"{"edit":{"result":"Success","pageid":7}}"#)
            #expect(solver.asked.map(\.prompt) == [kind.prompt] && solver.asked.first?.scheme == "mediawiki")
            let replay = try #require(upstream.requests.last)
            let body = String(decoding: replay.body, as: UTF8.self)
            #expect(body.hasPrefix("action=edit&title=A%20B&text=x+y&token=%2B%5C&"))
            let fields = replay.form.parameters.dropFirst(4).map { ($0.name, $0.value) }
            #expect(Dictionary(uniqueKeysWithValues: fields) == kind.added)
        }
    }

    @Test("A wrong answer is refused, and the second one goes back with the new captcha's identifier")
    func wrongAnswer() async throws {
        let next = LockedValue(100)
        let upstream = ScriptedUpstream { request in
            let id = next.withLock { next in
                defer { next += 1 }
                return next
            }
            if request.form["captchaid"] == "\(id - 1)", request.form["captchaword"] == "right" { return Self.saved }
            return .json(
                #"{"edit":{"result":"Failure","captcha":{"type":"simple","id":"\#(id)","question":"\#(id)?"}}}"#)
        }
        let solver = StubSolver([.token("wrong"), .token("right")])
        let retry = CaptchaRetry(schemes: [.mediaWiki], solver: solver)
        let response = try await retry.perform(Self.edit, send: upstream.send)
        #expect(response.text.contains("Success"))
        #expect(solver.asked.map(\.prompt) == [.question("100?"), .question("101?")])
        #expect(solver.told.map(\.outcome) == [.refused, .accepted])
        #expect(upstream.requests.map { $0.form.all("captchaid") } == [[], ["100"], ["101"]])
    }

    static let ordinary: [UpstreamAnswer] = [
        .json(#"{"edit":{"result":"Failure","spamblacklist":"spam.example"}}"#),
        .json(#"{"edit":{"result":"Failure","captcha":"none"}}"#),
        .json(#"{"edit":{"result":"Failure","captcha":null}}"#),
        .json(#"{"edit":{"result":"Success","captcha":{"type":"math","id":"1","question":"1+1"}}}"#),
        .json(#"{"edit":[{"result":"Failure","captcha":{"type":"math","id":"1","question":"1+1"}}]}"#),
        .json(#"{"error":{"code":"captcha-disabledinapi","info":"\"captcha\""}}"#),
        .json(#"{"query":{"edit":{"result":"Failure","captcha":{"type":"math","id":"1","question":"1+1"}}}}"#),
        .json(#"{"edit":{"result":"Failure","captcha":{"type":"math","id":"1","question":"1+1"}"#),
        .json(#"{"edit":{"result":"Failure","captcha":{"type":"math","id":"1","question":"1+1"}}}"#, status: 403),
        xml(#"<edit result="Success"><captcha type="math" id="1" question="1+1" /></edit>"#),
        xml(#"<edit result="Failure" /><captcha type="math" id="1" question="1+1" />"#),
        xml(#"<edit result="Failure"><!-- <captcha type="math" id="1" question="1+1" /> --></edit>"#),
        xml(#"<edit result="Failure"><![CDATA[<captcha type="math" id="1" question="1+1" />]]></edit>"#),
        xml(#"<edit result="Failure"><captcha type="math" id="1" question="1+1"></edit>"#),
        xml(#"<edit result="Failure"><captcha type="math" id="1" question="1+1 /></edit>"#),
        xml(#"<edit result="Failure"><captcha type=math id="1" question="1+1" /></edit>"#),
        xml(#"<query><edit result="Failure"><captcha type="math" id="1" question="1+1" /></edit></query>"#),
        .html(#"<html><edit result="Failure"><captcha type="math" id="1" question="1+1" /></edit></html>"#),
    ]

    @Test("What only looks like a captcha comes back untouched", arguments: ordinary)
    func notACaptcha(answer: UpstreamAnswer) async throws {
        let log = EventLog()
        let solver = StubSolver(token: "token")
        let retry = CaptchaRetry(schemes: [.mediaWiki], solver: solver, onEvent: log.add)
        let response = try await retry.perform(Self.edit, send: ScriptedUpstream(answers: [answer]).send)
        #expect(try await ScriptedUpstream(answers: [answer]).send(Self.edit) == response)
        #expect(solver.asked.isEmpty && log.events.isEmpty)
    }

    @Test(
        "A captcha that cannot be answered passes through with an event",
        arguments: [
            #"{"error":"Out of images"}"#, #"{"type":"image","id":"1"}"#, #"{"type":"math","id":"","question":"1"}"#,
            #"{"type":"unheard","key":"SITE"}"#, #"{"type":"hcaptcha","key":""}"#, #"{"type":"recaptchanocaptcha"}"#,
            #"{"type":"image","id":"1","url":"javascript:alert(1)"}"#, "{}",
        ])
    func unanswerable(captcha: String) async throws {
        let body = #"{"edit":{"captcha":\#(captcha),"result":"Failure"}}"#
        let log = EventLog()
        let solver = StubSolver(token: "token")
        let retry = CaptchaRetry(schemes: [.mediaWiki], solver: solver, onEvent: log.add)
        let response = try await retry.perform(Self.edit, send: ScriptedUpstream(answers: [.json(body)]).send)
        #expect(response.text == body)
        #expect(solver.asked.isEmpty && log.kinds == [.challenged, .passedThrough])
    }

    @Test("No text that is cut off anywhere is recognised, and none traps")
    func truncated() async throws {
        let whole = #"""
            <?xml version="1.0"?><!DOCTYPE a><api a='1'><!-- x --><edit result="Failure"><captcha type="math" id="1" \#
            question="&#x41;&#66;&unknown;&#xD800;&" /></edit></api>
            """#.utf8
        for length in 0...whole.count {
            let answer = UpstreamAnswer.body(Data(whole.prefix(length)), type: "text/xml")
            let upstream = ScriptedUpstream { $0.form["captchaid"] == "1" ? Self.saved : answer }
            let solver = StubSolver(token: "token")
            _ = try await CaptchaRetry(schemes: [.mediaWiki], solver: solver).perform(Self.edit, send: upstream.send)
            #expect(solver.asked.count == (length == whole.count ? 1 : 0))
            if length == whole.count { #expect(solver.asked.first?.prompt == .question("AB&unknown;&#xD800;&")) }
        }
    }
}
