import CaptchaRetry
import CaptchaRetryTesting
import Foundation
import Testing

@Suite("VK: what is a captcha, and what goes back")
struct VKSchemeTests {
    static let page = "https://id.vk.ru/not_robot_captcha?domain=vk.com&session_token=eyJh.bGci&variant=popup&blank=1"
    static let picture = "https://api.vk.ru/captcha.php?sid=234567890123"

    /// One shape of the error, and the fields that its answer adds to the form.
    struct Shape: CustomTestStringConvertible {
        var testDescription: String
        var body: String
        var prompt: CaptchaPrompt
        var added: [String: String]
    }

    static let shapes: [Shape] = [
        Shape(
            testDescription: "V1: new and old fields together",
            body: """
                {"error":{"error_code":14,"error_msg":"Captcha needed","request_params":[{"key":"method","value":"x"}],
                "redirect_uri":"\(page)","remixstlid":9041237788123456789,"captcha_sid":"517203849615",
                "captcha_img":"\(picture)","captcha_ts":1741099026.324,"captcha_attempt":1,"captcha_ratio":2.6}}
                """,
            prompt: .page(url(page)),
            added: ["success_token": "tok+en/=", "remixstlid": "9041237788123456789"]),
        Shape(
            testDescription: "V2: new fields only",
            body: """
                {"error":{"error_code":14,"error_msg":"Captcha need","is_enabled_captcha":true,"redirect_uri":"\(page)"}}
                """,
            prompt: .page(url(page)), added: ["success_token": "tok+en/="]),
        Shape(
            testDescription: "V3: a picture only",
            body: """
                {"error":{"error_code":14,"error_msg":"Captcha needed","captcha_sid":"234567890123",
                "captcha_img":"\(picture)"}}
                """,
            prompt: .picture(url(picture)),
            added: ["captcha_sid": "234567890123", "captcha_key": "tok+en/="]),
        Shape(
            testDescription: "A picture with numbers to echo, and an empty page",
            body: """
                {"error":{"error_code":14,"redirect_uri":"","captcha_sid":234567890123,"captcha_ts":1741099026.320,
                "captcha_attempt":2,"captcha_img":"\(picture)"}}
                """,
            prompt: .picture(url(picture)),
            added: [
                "captcha_sid": "234567890123", "captcha_key": "tok+en/=", "captcha_ts": "1741099026.320",
                "captcha_attempt": "2",
            ]),
        Shape(
            testDescription: "OAuth: need_captcha with a picture",
            body: #"{"error":"need_captcha","captcha_sid":"805700001234","captcha_img":"\#(picture)"}"#,
            prompt: .picture(url(picture)),
            added: ["captcha_sid": "805700001234", "captcha_key": "tok+en/="]),
        Shape(
            testDescription: "OAuth: need_captcha with a page",
            body: #"{"error":"need_captcha","captcha_sid":"1","captcha_img":"\#(picture)","redirect_uri":"\#(page)"}"#,
            prompt: .page(url(page)), added: ["success_token": "tok+en/="]),
        Shape(
            testDescription: "Inside execute_errors, not the first and not the first of its code",
            body: """
                {"response":[{"post_id":11},false],"execute_errors":[{"method":"a","error_code":100},
                {"method":"b","error_code":14},{"method":"wall.post","error_code":14,"redirect_uri":"\(page)"}]}
                """,
            prompt: .page(url(page)), added: ["success_token": "tok+en/="]),
        Shape(
            testDescription: "V6: another backend, code at the top",
            body: #"{"error_code": 14, "redirect_uri": "\#(page)"}"#,
            prompt: .page(url(page)), added: ["success_token": "tok+en/="]),
        Shape(
            testDescription: "Web login: type captcha",
            body: #"{"type":"captcha","captcha_sid":"77","captcha_img":"\#(picture)"}"#,
            prompt: .picture(url(picture)), added: ["captcha_sid": "77", "captcha_key": "tok+en/="]),
    ]

    static let request = PlainRequest(
        "POST", url: URL(string: "https://api.vk.ru/method/wall.post?v=5.199"),
        headerFields: ["Content-Type": "application/x-www-form-urlencoded"],
        body: .data(Data("message=%D0%B9+1&access_token=x".utf8)))

    @Test("Each shape of error 14 is recognised, and its answer goes into the form", arguments: shapes)
    func shape(_ shape: Shape) async throws {
        let upstream = ScriptedUpstream { request in
            request.form.parameters.count > 2 ? .json(#"{"response":1}"#) : .json(shape.body)
        }
        let solver = StubSolver(token: "tok+en/=")
        let response = try await CaptchaRetry(schemes: [.vk], solver: solver).perform(Self.request, send: upstream.send)
        #expect(response.text == #"{"response":1}"#)
        #expect(solver.asked.map(\.prompt) == [shape.prompt])
        #expect(solver.asked.first?.scheme == "vk" && solver.asked.first?.expiry == .after(.seconds(300)))
        let replay = try #require(upstream.requests.last)
        var fields = Dictionary(uniqueKeysWithValues: replay.form.parameters.map { ($0.name, $0.value) })
        #expect(String(decoding: replay.body, as: UTF8.self).hasPrefix("message=%D0%B9+1&access_token=x&"))
        fields["message"] = nil
        fields["access_token"] = nil
        #expect(fields == shape.added)
        #expect(replay.rawQuery == "v=5.199")
    }

    @Test(
        "What only looks like a captcha comes back untouched",
        arguments: [
            #"{"error":{"error_code":17,"error_msg":"Validation required","redirect_uri":"https://m.vk.com/login"}}"#,
            #"{"error":{"error_code":9,"error_msg":"Flood control: too much captcha requests"}}"#,
            #"{"error":{"error_code":5}}"#, #"{"error":{"error_code":3300,"error_msg":"Recaptcha needed"}}"#,
            #"{"error":{"error_code":"14","redirect_uri":"https://id.vk.ru/x"}}"#,
            #"{"error":{"error_code":14.5,"redirect_uri":"https://id.vk.ru/x"}}"#,
            #"{"error":"Captcha needed","error_code":14,"redirect_uri":"https://id.vk.ru/x"}"#,
            #"{"error":14}"#, #"{"error":[{"error_code":14}]}"#, #"{"error":null}"#,
            #"{"error":"need_validation","redirect_uri":"https://id.vk.ru/x","captcha_img":"https://x/"}"#,
            #"{"error":"invalid_client"}"#,
            #"{"response":{"items":[{"error":{"error_code":14,"redirect_uri":"https://x/"},"text":"captcha"}]}}"#,
            #"{"response":{"error_code":14,"redirect_uri":"https://x/"}}"#, #"{"error_code":14}"#,
            #"{"type":"captcha"}"#, #"{"execute_errors":{"error_code":14}}"#, #"{"execute_errors":[14, null]}"#,
            #"[{"error":{"error_code":14,"redirect_uri":"https://x/"}}]"#,
            "<html><body>\"captcha\" \"error_code\":14</body></html>",
            #"{"error":{"error_code":14,"redirect_uri":"https://id.vk.ru/x"#,
        ])
    func notACaptcha(body: String) async throws {
        for status in [200, 403] {
            let log = EventLog()
            let solver = StubSolver(token: "token")
            let retry = CaptchaRetry(schemes: [.vk], solver: solver, onEvent: log.add)
            let upstream = ScriptedUpstream(answers: [.json(body, status: status)])
            let response = try await retry.perform(Self.request, send: upstream.send)
            #expect(response.text == body && response.status == status)
            #expect(solver.asked.isEmpty && log.events.isEmpty)
        }
    }

    @Test(
        "V4: error 14 that cannot be answered passes through with an event",
        arguments: [
            #""redirect_uri":"""#, #""error_msg":"Captcha needed""#, #""redirect_uri":"javascript:alert(1)""#,
            #""redirect_uri":"file:///etc/passwd""#, #""redirect_uri":"vk://captcha""#, #""redirect_uri":"https:///x""#,
            #""captcha_img":"https://api.vk.ru/captcha.php""#, #""captcha_sid":"1""#, #""redirect_uri":17"#,
        ])
    func unanswerable(field: String) async throws {
        let body = #"{"error":{"error_code":14,\#(field)}}"#
        let log = EventLog()
        let solver = StubSolver(token: "token")
        let retry = CaptchaRetry(schemes: [.vk], solver: solver, onEvent: log.add)
        let response = try await retry.perform(Self.request, send: ScriptedUpstream(answers: [.json(body)]).send)
        #expect(response.text == body)
        #expect(solver.asked.isEmpty && log.kinds == [.challenged, .passedThrough])
    }

    @Test("The token goes into the query where there is no form, or where the scheme is told to put it")
    func placement() async throws {
        let json = PlainRequest(
            "POST", url: URL(string: "https://shop.example/buy?b=%2B"),
            headerFields: ["Content-Type": "application/json"],
            body: .data(Data(#"{ "items": [1.0] }"#.utf8)))
        let get = PlainRequest(url: URL(string: "https://api.vk.ru/method/users.get"))
        let cases: [(PlainRequest, VKScheme.Placement, target: String, body: String)] = [
            (get, .formOrQuery, "/method/users.get?success_token=t%2B&remixstlid=12", ""),
            (json, .formOrQuery, "/buy?b=%2B&success_token=t%2B&remixstlid=12", #"{ "items": [1.0] }"#),
            (
                Self.request, .query, "/method/wall.post?v=5.199&success_token=t%2B&remixstlid=12",
                "message=%D0%B9+1&access_token=x"
            ),
            (json, .json, "/buy?b=%2B", #"{ "items": [1.0] ,"success_token":"t+","remixstlid":12}"#),
        ]
        for (request, placement, target, body) in cases {
            let upstream = ScriptedUpstream(answers: [
                .json(#"{"error":{"error_code":14,"redirect_uri":"\#(Self.page)","remixstlid":12}}"#), .ok,
            ])
            let retry = CaptchaRetry(schemes: [.vk(placement: placement)], solver: StubSolver(token: "t+"))
            _ = try await retry.perform(request, send: upstream.send)
            #expect(upstream.requests.last?.target == target)
            #expect(upstream.requests.last.map { String(decoding: $0.body, as: UTF8.self) } == body)
        }
    }
}
