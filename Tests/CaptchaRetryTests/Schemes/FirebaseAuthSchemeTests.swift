import CaptchaRetry
import CaptchaRetryTesting
import Foundation
import Testing

@Suite("Firebase Authentication: MISSING_RECAPTCHA_TOKEN")
struct FirebaseAuthSchemeTests {
    private static func request(_ call: String, body: String = #"{"email":"a@b.example"}"#) -> PlainRequest {
        PlainRequest(
            "POST", url: URL(string: "https://identitytoolkit.example/v1/\(call)?key=AIza-made-up"),
            headerFields: ["Content-Type": "application/json"], body: .data(Data(body.utf8)))
    }

    private static let missing = #"{"error":{"code":400,"message":"MISSING_RECAPTCHA_TOKEN","errors":[]}}"#
    private static let scheme = FirebaseAuthScheme.firebaseAuth(siteKey: "6Lsite")

    @Test(
        "The token goes where the call takes it, and the action belongs to the call",
        arguments: [
            ("accounts:signInWithPassword", "signInWithPassword", "captchaResponse"),
            ("accounts:signUp", "signUpPassword", "captchaResponse"),
            ("accounts:sendOobCode", "getOobCode", "captchaResp"),
            ("getOobConfirmationCode", "getOobCode", "captchaResp"),
            ("accounts:sendVerificationCode", "sendVerificationCode", "captchaResponse"),
            ("accounts:somethingNew", nil, "captchaResponse"),
        ])
    func calls(call: String, action: String?, field: String) async throws {
        let upstream = ScriptedUpstream {
            $0.json?[field]?.string == "token" ? .ok : .json(Self.missing, status: 400)
        }
        let solver = StubSolver(token: "token")
        let retry = CaptchaRetry(schemes: [Self.scheme], solver: solver)
        #expect(try await retry.perform(Self.request(call), send: upstream.send).text == #"{"ok": true}"#)
        let widget = CaptchaWidget(
            provider: .reCAPTCHA, siteKey: "6Lsite", action: action,
            parameters: ["recaptchaVersion": "RECAPTCHA_ENTERPRISE"])
        #expect(solver.asked.map(\.prompt) == [.widget(widget)])
        #expect(
            upstream.requests.last.map { String(decoding: $0.body, as: UTF8.self) } == """
                {"email":"a@b.example","\(field)":"token","clientType":"CLIENT_TYPE_WEB",\
                "recaptchaVersion":"RECAPTCHA_ENTERPRISE"}
                """)
    }

    @Test(
        "For a second factor it goes into the object of the phone",
        arguments: [("mfaEnrollment:start", "phoneEnrollmentInfo"), ("mfaSignIn:start", "phoneSignInInfo")])
    func secondFactor(call: String, object: String) async throws {
        let upstream = ScriptedUpstream(answers: [.json(Self.missing, status: 400), .ok])
        let retry = CaptchaRetry(
            schemes: [.firebaseAuth(siteKey: "6Lsite", clientType: .iOS, page: url("https://a.example/"))],
            solver: StubSolver(token: "token"))
        let request = Self.request(call, body: #"{"\#(object)":{"phoneNumber":"+1"},"clientType":"mine"}"#)
        _ = try await retry.perform(request, send: upstream.send)
        let json = try #require(upstream.requests.last?.json)
        #expect(json[[object, "captchaResponse"]]?.string == "token")
        #expect(json[[object, "clientType"]]?.string == "CLIENT_TYPE_IOS")
        #expect(json[[object, "recaptchaVersion"]]?.string == "RECAPTCHA_ENTERPRISE")
        #expect(json[[object, "phoneNumber"]]?.string == "+1" && json["clientType"]?.string == "mine")
    }

    @Test("Text behind the message's prefix changes nothing, and a second challenge is answered anew")
    func prefix() async throws {
        let body = #"{"error":{"message":"MISSING_RECAPTCHA_TOKEN : No reCAPTCHA token was sent."}}"#
        let upstream = ScriptedUpstream {
            $0.json?["captchaResponse"]?.string == "second" ? .ok : .json(body, status: 400)
        }
        let solver = StubSolver([.token("first"), .token("second")])
        let retry = CaptchaRetry(schemes: [Self.scheme], solver: solver)
        _ = try await retry.perform(Self.request("accounts:signUp"), send: upstream.send)
        #expect(solver.told.map(\.outcome) == [.refused, .accepted])
    }

    @Test(
        "Other messages and shapes pass through untouched",
        arguments: [
            #"{"error":{"code":400,"message":"INVALID_RECAPTCHA_TOKEN"}}"#,
            #"{"error":{"code":400,"message":"CAPTCHA_CHECK_FAILED : MISSING_RECAPTCHA_TOKEN"}}"#,
            #"{"error":"MISSING_RECAPTCHA_TOKEN"}"#, #"{"message":"MISSING_RECAPTCHA_TOKEN"}"#,
            #"[{"error":{"message":"MISSING_RECAPTCHA_TOKEN"}}]"#,
            #"{"error":{"message":["MISSING_RECAPTCHA_TOKEN"]}}"#,
            #"{"error":{"message":"MISSING_RECAPTCHA_TOKEN"}"#, "MISSING_RECAPTCHA_TOKEN", "",
        ])
    func notACaptcha(body: String) async throws {
        try await expectUntouched(
            PlainResponse(status: 400, body: Data(body.utf8)), to: Self.request("accounts:signUp"), by: Self.scheme)
    }

    @Test("The same body at another status is a result", arguments: [200, 403, 500])
    func otherStatus(status: Int) async throws {
        try await expectUntouched(
            PlainResponse(status: status, body: Data(Self.missing.utf8)), to: Self.request("accounts:signUp"),
            by: Self.scheme)
    }
}
