import CaptchaRetry
import CaptchaRetryTesting
import Foundation
import Testing

@Suite("reCAPTCHA for WAF: the challenge page")
struct ReCAPTCHAForWAFSchemeTests {
    static let page = """
        <!doctype html><html lang="en"><head><base href="https://www.google.com/recaptcha/challengepage/">
        <title>Checking</title></head><body></body></html>
        """

    static let request = PlainRequest(
        url: URL(string: "https://api.example/list?q=1"),
        headerFields: ["Accept": "text/plain, application/JSON;q=0.9"])

    private static func html(_ body: String, status: Int = 200, type: String = "text/html; charset=utf-8")
        -> PlainResponse
    {
        PlainResponse(status: status, headerFields: ["Content-Type": type], body: Data(body.utf8))
    }

    @Test(
        "The page in place of JSON is a challenge, and the token goes into its header field",
        arguments: [
            page, "\u{FEFF}\n " + page, page.replacingOccurrences(of: "<base href", with: "<BASE HREF"),
            page.replacingOccurrences(of: "google.com", with: "recaptcha.net"),
            page.replacingOccurrences(of: "\"", with: "'"),
        ])
    func recognised(page: String) async throws {
        let upstream = ScriptedUpstream {
            $0.headerFields["X-Recaptcha-Token"] == "token" ? .ok : .html(page)
        }
        let solver = StubSolver(token: "token")
        let retry = CaptchaRetry(schemes: [.reCAPTCHAForWAF], solver: solver)
        #expect(try await retry.perform(Self.request, send: upstream.send).text == #"{"ok": true}"#)
        #expect(solver.asked.map(\.prompt) == [.page(url("https://api.example/list?q=1"))])
        #expect(upstream.requests.count == 2)
    }

    @Test("With a site key it is a widget; out of band the request is replayed bare")
    func widget() async throws {
        let upstream = ScriptedUpstream(answers: [.html(Self.page), .ok])
        let solver = StubSolver([.outOfBand])
        let scheme = ReCAPTCHAForWAFScheme.reCAPTCHAForWAF(siteKey: "key", action: "list")
        _ = try await CaptchaRetry(schemes: [scheme], solver: solver).perform(Self.request, send: upstream.send)
        let widget = CaptchaWidget(
            provider: .reCAPTCHA, siteKey: "key", action: "list", page: Self.request.url,
            parameters: ["recaptchaVersion": "RECAPTCHA_ENTERPRISE"])
        #expect(solver.asked.map(\.prompt) == [.widget(widget)])
        #expect(upstream.requests.last == upstream.requests.first)
    }

    @Test("A request that does not ask for JSON is left alone, unless the option says otherwise")
    func accept() async throws {
        for accept in [nil, "text/html", "*/*"] {
            var request = Self.request
            request.headerFields["Accept"] = accept
            try await expectUntouched(Self.html(Self.page), to: request, by: .reCAPTCHAForWAF)
            let solver = StubSolver(token: "token")
            let retry = CaptchaRetry(schemes: [.reCAPTCHAForWAF(requiresJSONRequest: false)], solver: solver)
            _ = try await retry.perform(request, send: ScriptedUpstream(answers: [.html(Self.page), .ok]).send)
            #expect(solver.asked.count == 1)
        }
    }

    @Test(
        "Blocks, ordinary pages and JSON that quotes the page pass through untouched",
        arguments: [
            PlainResponse(status: 403), html("", status: 403), html(page, status: 403), html(page, status: 503),
            html(page, type: "text/plain"), html(page, type: "application/json"),
            html(#"{"page":"<base href=\"https://www.google.com/recaptcha/challengepage/\">"}"#),
            html("<p>See https://www.google.com/recaptcha/challengepage/ for more</p>"),
            html(#"<script src="https://www.google.com/recaptcha/api.js"></script><div class="g-recaptcha"></div>"#),
            html(#"<base href="https://www.google.com.evil.example/recaptcha/challengepage/">"#),
            html("<html>" + String(repeating: " ", count: 9000) + page), html("<html></html>"), html(""),
        ])
    func notACaptcha(response: PlainResponse) async throws {
        try await expectUntouched(response, to: Self.request, by: .reCAPTCHAForWAF)
    }
}
