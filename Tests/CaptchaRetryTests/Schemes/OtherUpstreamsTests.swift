import CaptchaRetry
import CaptchaRetryTesting
import Foundation
import Testing

/// Upstreams without a scheme of their own in this package: what a user writes for each. The formats are those that
/// clients of these upstreams describe in their sources; all values are made up.
@Suite("Other upstreams: clients that throw, tokens in the query, forms with pictures")
struct OtherUpstreamsTests {
    // MARK: Telegram, as TDLib's sources have it

    /// An error of a Telegram client.
    struct RPCError: Error, Equatable {
        var code: Int
        var message: String

        var challenge: CaptchaChallenge? {
            let prefix = "RECAPTCHA_CHECK_"
            guard code == 403, message.hasPrefix(prefix) else { return nil }
            let rest = message.dropFirst(prefix.count)
            // The action may hold underscores, so the last two of them divide.
            guard let cut = rest.range(of: "__", options: .backwards), cut.lowerBound > rest.startIndex,
                cut.upperBound < rest.endIndex
            else { return nil }
            let widget = CaptchaWidget(
                provider: .reCAPTCHA, siteKey: String(rest[cut.upperBound...]), action: String(rest[..<cut.lowerBound]))
            return CaptchaChallenge(scheme: "telegram", prompt: .widget(widget))
        }
    }

    @Test(
        "Telegram: the error is split at its last pair of underscores, and the query runs again with the token",
        arguments: [("AB_CD__KEY", "AB_CD", "KEY"), ("a__b__6Lc-x_y", "a__b", "6Lc-x_y"), ("a___k", "a_", "k")])
    func telegram(rest: String, action: String, key: String) async throws {
        let solver = StubSolver(token: "token")
        let result = try await CaptchaRetry(schemes: [], solver: solver).perform {
            ($0 as? RPCError)?.challenge
        } operation: { answer in
            guard let token = answer?.token.value else { throw RPCError(code: 403, message: "RECAPTCHA_CHECK_" + rest) }
            return "invokeWithReCaptcha(\(token))"
        }
        #expect(result == "invokeWithReCaptcha(token)")
        let widget = CaptchaWidget(provider: .reCAPTCHA, siteKey: key, action: action)
        #expect(solver.asked.map(\.prompt) == [.widget(widget)])
        #expect(solver.told.map(\.outcome) == [.accepted])
    }

    @Test(
        "Telegram: other errors are thrown as they are",
        arguments: [
            RPCError(code: 403, message: "APNS_VERIFY_CHECK_nonce"),
            RPCError(code: 403, message: "INTEGRITY_CHECK_CLASSIC_a_b__c"),
            RPCError(code: 403, message: "RECAPTCHA_CHECK_signup"), RPCError(code: 403, message: "RECAPTCHA_CHECK___k"),
            RPCError(code: 403, message: "RECAPTCHA_CHECK_signup__"),
            RPCError(code: 400, message: "RECAPTCHA_CHECK_signup__k"),
        ])
    func telegramOther(error: RPCError) async {
        let solver = StubSolver(token: "token")
        await #expect(throws: error) {
            try await CaptchaRetry(schemes: [], solver: solver).perform {
                ($0 as? RPCError)?.challenge
            } operation: { _ in
                throw error
            }
        }
        #expect(solver.asked.isEmpty)
    }

    // MARK: Bilibili, as the collected documentation of its API has it

    static let bilibili = JSONScheme(
        "bilibili",
        mark: .all([.json(["code"], equals: -352), .json(["data", "v_voucher"])]),
        // The solver registers the voucher, shows the puzzle, and has the result validated: that is the token.
        prompt: .hostedProcess("/x/gaia-vgate/v1/register", reference: ["data", "v_voucher"]),
        token: .query("gaia_vtoken"))

    @Test("Bilibili: code -352 with a voucher is answered in the query, and the rest of the query stays as it was")
    func bilibili() async throws {
        let voucher = "voucher_9dbf4fea-0000-4a16-ae08-000000000001"
        let request = PlainRequest(url: URL(string: "https://api.example/x/web?mid=1&w=%2B&flag"))
        let answer = UpstreamAnswer.json(
            #"{"code":-352,"message":"-352","ttl":1,"data":{"v_voucher":"\#(voucher)"}}"#)
        let trial = try await SchemeTrial([Self.bilibili], answer, to: request, token: "f00")
        #expect(trial.lastRequest?.target == "/x/web?mid=1&w=%2B&flag&gaia_vtoken=f00")
        let page = url("https://api.example/x/gaia-vgate/v1/register")
        #expect(trial.challenge?.prompt == .hostedProcess(page, reference: voucher))
    }

    @Test(
        "Bilibili: -352 without a voucher, and other codes with one, are no captchas",
        arguments: [
            #"{"code":-352,"message":"-352","ttl":1}"#, #"{"code":-352,"data":{"v_voucher":null}}"#,
            #"{"code":"-352","data":{"v_voucher":"voucher_1"}}"#, #"{"code":-412,"data":{"v_voucher":"voucher_1"}}"#,
            #"{"code":0,"data":{"v_voucher":"voucher_1"}}"#, #"{"code":-352,"data":"v_voucher"}"#,
        ])
    func bilibiliOther(body: String) async throws {
        try await SchemeTrial.expectUntouched([Self.bilibili], .json(body))
    }

    // MARK: Steam, as the sources of its Python client have it

    /// The picture's address is made of the identifier, which a declared scheme can't say; all else it can.
    struct Steam: CaptchaScheme {
        let id = "steam"
        let tokenScope = TokenScope.singleUse
        let fields = JSONScheme(
            "steam", mark: .json(["captcha_needed"], equals: true), prompt: .question(["captcha_gid"]),
            token: .form("captcha_text"), echo: [.value(["captcha_gid"], to: .form("captchagid"))])
        var signal: CaptchaSignal { fields.signal }

        func challenge(
            in response: borrowing some InspectableResponse, to request: borrowing some ReplayableRequest
        ) -> CaptchaChallenge? {
            guard var challenge = fields.challenge(in: response, to: request) else { return nil }
            let base = request.url
            let gid = challenge["captchagid"].flatMap { $0 == "-1" ? nil : $0 }
            let picture = gid.flatMap { URL(string: "/login/rendercaptcha/?gid=\($0)", relativeTo: base) }
            challenge.prompt = picture.map { .picture($0.absoluteURL) } ?? .unanswerable("it has no picture")
            return challenge
        }

        func edits(for token: CaptchaToken, answering challenge: CaptchaChallenge) -> [RequestEdit] {
            fields.edits(for: token, answering: challenge)
        }
    }

    static let login = PlainRequest.post(
        form: "username=a%2Bb&captchagid=-1&captcha_text=", to: "https://steam.example/login/")

    @Test("Steam: the identifier goes back letter for letter, in place of the empty one", arguments: ["\"", ""])
    func steam(quote: String) async throws {
        let body = #"{"success":false,"captcha_needed":true,"captcha_gid":\#(quote)3415400000000012345\#(quote)}"#
        let trial = try await SchemeTrial([Steam()], .json(body), to: Self.login, token: "AB@12")
        #expect(trial.body == "username=a%2Bb&captchagid=3415400000000012345&captcha_text=AB%4012")
        #expect(
            trial.challenge?.prompt
                == .picture(url("https://steam.example/login/rendercaptcha/?gid=3415400000000012345")))
    }

    @Test("Steam: other steps of the login are no captchas, and a captcha without a picture cannot be answered")
    func steamOther() async throws {
        for body in [
            #"{"success":false,"requires_twofactor":true,"captcha_needed":false,"captcha_gid":-1}"#,
            #"{"success":false,"emailauth_needed":true}"#, #"{"success":true,"captcha_gid":"3415400000000012345"}"#,
            #"{"success":false,"captcha_needed":"true","captcha_gid":"3415400000000012345"}"#,
        ] { try await SchemeTrial.expectUntouched([Steam()], .json(body), to: Self.login) }
        try await SchemeTrial.expectUntouched(
            [Steam()], .json(#"{"captcha_needed":true,"captcha_gid":-1}"#), to: Self.login, reported: true)
    }
}
