import CaptchaRetry
import CaptchaRetryTesting
import Foundation
import Testing

@Suite("Supabase Auth: captcha_failed")
struct SupabaseSchemeTests {
    static let request = PlainRequest(
        "POST", url: URL(string: "https://abc.supabase.example/auth/v1/signup"),
        headerFields: ["Content-Type": "application/json", "apikey": "anon"],
        body: .data(Data(#"{"email":"a@b.example","gotrue_meta_security":{}}"#.utf8)))

    static let scheme = SupabaseScheme.supabase(provider: .turnstile, siteKey: "0xSITE")

    @Test(
        "The code is recognised under both names, and the token goes into the JSON body",
        arguments: [
            #"{"code":"captcha_failed","message":"captcha protection: request disallowed"}"#,
            #"{"code":400,"error_code":"captcha_failed","msg":"captcha protection: request disallowed"}"#,
            #"{"error_code":"captcha_failed"}"#,
        ], [400, 422])
    func recognised(body: String, status: Int) async throws {
        let upstream = ScriptedUpstream {
            $0.json?[["gotrue_meta_security", "captcha_token"]]?.string == "tok/en="
                ? .ok : .json(body, status: status)
        }
        let solver = StubSolver(token: "tok/en=")
        let retry = CaptchaRetry(schemes: [Self.scheme], solver: solver)
        #expect(try await retry.perform(Self.request, send: upstream.send).text == #"{"ok": true}"#)
        #expect(solver.asked.map(\.prompt) == [.widget(CaptchaWidget(provider: .turnstile, siteKey: "0xSITE"))])
        #expect(
            upstream.requests.last.map { String(decoding: $0.body, as: UTF8.self) }
                == #"{"email":"a@b.example","gotrue_meta_security":{"captcha_token":"tok/en="}}"#)
    }

    @Test("A token that is refused is asked for again, and replaced")
    func refused() async throws {
        let upstream = ScriptedUpstream {
            $0.json?[["gotrue_meta_security", "captcha_token"]]?.string == "right"
                ? .ok : .json(#"{"code":"captcha_failed","message":"timeout-or-duplicate"}"#, status: 400)
        }
        let solver = StubSolver([.token("wrong"), .token("right")])
        _ = try await CaptchaRetry(schemes: [Self.scheme], solver: solver).perform(Self.request, send: upstream.send)
        #expect(solver.told.map(\.outcome) == [.refused, .accepted])
        #expect(solver.asked.map(\.round) == [1, 2])
    }

    @Test("Rule 6: nobody is asked for a request that has no JSON body")
    func noBody() async throws {
        let solver = StubSolver(token: "token")
        let upstream = ScriptedUpstream(answers: [.json(#"{"code":"captcha_failed"}"#, status: 400)])
        let get = PlainRequest(url: Self.request.url)
        let error = await captchaError {
            try await CaptchaRetry(schemes: [Self.scheme], solver: solver).perform(get, send: upstream.send)
        }
        #expect(error?.code == .requestNotReplayable && solver.asked.isEmpty)
    }

    @Test(
        "Other errors, and texts that mention it, pass through untouched",
        arguments: [
            #"{"code":"invalid_credentials","message":"captcha_failed"}"#, #"{"message":"captcha_failed"}"#,
            #"{"code":400,"msg":"captcha verification process failed"}"#, #"{"error":{"code":"captcha_failed"}}"#,
            #"["captcha_failed"]"#, #"{"code":["captcha_failed"]}"#, #"{"code":"captcha_failed""#,
            "<html>\"captcha_failed\"",
            #"{"code":null,"error_code":"over_request_rate_limit"}"#,
        ])
    func notACaptcha(body: String) async throws {
        try await expectUntouched(
            PlainResponse(status: 400, headerFields: ["Content-Type": "application/json"], body: Data(body.utf8)),
            to: Self.request, by: Self.scheme)
    }

    @Test("The same body at another status is a result", arguments: [200, 500])
    func otherStatus(status: Int) async throws {
        try await expectUntouched(
            PlainResponse(status: status, body: Data(#"{"code":"captcha_failed"}"#.utf8)), to: Self.request,
            by: Self.scheme)
    }
}
