import CaptchaRetry
import CaptchaRetryTesting
import Foundation
import Testing

@Suite("Other upstreams: Cloudflare, DataDome and HUMAN")
struct OtherUpstreamsWallTests {
    static let request = PlainRequest(
        url: URL(string: "https://api.example/items?page=1"),
        headerFields: ["Cookie": "sid=1; datadome=old; cf_clearance=old; _px3=old", "Accept": "application/json"])

    // MARK: Cloudflare, as its documentation of challenge pages has it

    static let cloudflare = JSONScheme(
        "cloudflare", mark: .header("cf-mitigated", equals: "challenge"),
        prompt: .page(.requestURL),
        token: .cookie("cf_clearance"), tokenScope: .shared(lifetime: nil))

    @Test(
        "Cloudflare: the header field marks it at any status; the clearance replaces the old one",
        arguments: [403, 503])
    func cloudflare(status: Int) async throws {
        let answer = UpstreamAnswer.html("<html>", status: status, headerFields: ["CF-Mitigated": "challenge"])
        let trial = try await SchemeTrial([Self.cloudflare], answer, to: Self.request, token: "new.1-x")
        #expect(trial.challenge?.prompt == .page(url("https://api.example/items?page=1")))
        #expect(
            trial.lastRequest?.headerFields["Cookie"] == "sid=1; datadome=old; cf_clearance=new.1-x; _px3=old")
    }

    @Test("Cloudflare: one solve serves all of thirty-two requests that are challenged together")
    func cloudflareShared() async throws {
        let challenged = UpstreamAnswer.html("<html>", status: 403, headerFields: ["cf-mitigated": "challenge"])
        let upstream = ScriptedUpstream { $0.cookies["cf_clearance"] == "new" ? .ok : challenged }
        let solver = StubSolver(token: "new")
        let retry = CaptchaRetry(schemes: [Self.cloudflare], solver: solver)
        try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 1...32 {
                group.addTask { try await retry.perform(Self.request, send: upstream.send).status }
            }
            for try await status in group { #expect(status == 200) }
        }
        #expect(solver.asked.count == 1)
    }

    @Test("Cloudflare: a block page comes back untouched")
    func cloudflareOther() async throws {
        let page = "<html><span id=\"challenge-error-text\">cf-mitigated: challenge</span>"
        for fields: HeaderFields in [["Server": "cloudflare"], ["cf-mitigated": "block"]] {
            for status in [200, 403, 503] {
                try await SchemeTrial.expectUntouched(
                    [Self.cloudflare], .html(page, status: status, headerFields: fields), to: Self.request)
            }
        }
    }

    // MARK: DataDome, as its packages for Apple systems, and a search engine's clients, have it

    static let captchaHost = "https://geo.captcha-delivery.com/"
    static let dataDome = JSONScheme(
        "datadome", statuses: [401, 403],
        mark: .any([
            .json(["url"], hasPrefix: captchaHost),
            .json(["data", "error_data", "captchaUrl"], hasPrefix: captchaHost),
        ]),
        prompt: .page(.first([["url"], ["data", "error_data", "captchaUrl"]])),
        token: .cookie("datadome"), tokenScope: .shared(lifetime: nil))

    static let captchaPage = "https://geo.captcha-delivery.com/captcha/?initialCid=AtmgR/3e%2BJ==&cid=x&t=fe&s=7501"

    @Test(
        "DataDome: plain, in an envelope, and with escaped slashes, it is answered in the cookie",
        arguments: [
            #"{"url":"\#(captchaPage)"}"#,
            #"{"url":"\#(captchaPage.replacingOccurrences(of: "/", with: "\\/"))"}"#,
            #"{"status":"error","data":{"error_data":{"captchaUrl":"\#(captchaPage)"},"error_code":27}}"#,
        ])
    func dataDome(body: String) async throws {
        for status in [401, 403] {
            let answer = UpstreamAnswer.json(body, status: status, headerFields: ["x-datadome": "protected"])
            let trial = try await SchemeTrial([Self.dataDome], answer, to: Self.request, token: "AbC~d_1")
            #expect(trial.challenge?.prompt == .page(url(Self.captchaPage)))
            #expect(
                trial.lastRequest?.headerFields["Cookie"] == "sid=1; datadome=AbC~d_1; cf_clearance=old; _px3=old")
        }
    }

    @Test(
        "DataDome: other errors, pages of other hosts, and ordinary answers with its cookie come back untouched",
        arguments: [
            (#"{"url":"https://geo.captcha-delivery.com.evil.example/captcha/"}"#, 403),
            (#"{"url":"https://api.example/?next=https://geo.captcha-delivery.com/"}"#, 403),
            (#"{"error":"forbidden"}"#, 403), (#"{"status":"error","data":{"error_code":27}}"#, 403),
            (#"{"data":"https://geo.captcha-delivery.com/captcha/"}"#, 403),
            (#"{"url":"https://geo.captcha-delivery.com/captcha/"}"#, 200),
        ])
    func dataDomeOther(body: String, status: Int) async throws {
        let fields: HeaderFields = ["x-datadome": "protected", "Set-Cookie": "datadome=other; Path=/"]
        try await SchemeTrial.expectUntouched(
            [Self.dataDome], .json(body, status: status, headerFields: fields), to: Self.request)
    }

    // MARK: HUMAN, as its middleware and an interceptor for its clients have it

    static func human(_ token: JSONScheme.Destination) -> JSONScheme {
        JSONScheme(
            "human", statuses: [403, 429],
            mark: .all([.json(["appId"]), .json(["jsClientSrc"]), .json(["blockScript"])]),
            prompt: .widget(
                provider: "human", siteKey: ["appId"], page: .requestURL,
                parameters: ["jsClientSrc": ["jsClientSrc"], "blockScript": ["blockScript"], "uuid": ["uuid"]]),
            token: token, tokenScope: .shared(lifetime: nil))
    }

    @Test("HUMAN: the three members mark it; the token goes into the cookie, or into the header field of apps")
    func human() async throws {
        let body = """
            {"appId":"PXa1bC2dEf","jsClientSrc":"/a1bC2dEf/init.js","firstPartyEnabled":true,"vid":"","uuid":"4d1f",
            "hostUrl":"/a1bC2dEf/xhr","blockScript":"/a1bC2dEf/captcha/captcha.js?a=c&m=0","customLogo":""}
            """
        let answer = UpstreamAnswer.json(body, status: 403)
        let web = try await SchemeTrial([Self.human(.cookie("_px3"))], answer, to: Self.request, token: "f:1:x==")
        #expect(
            web.lastRequest?.headerFields["Cookie"] == "sid=1; datadome=old; cf_clearance=old; _px3=f:1:x==")
        let parameters = [
            "jsClientSrc": "/a1bC2dEf/init.js", "blockScript": "/a1bC2dEf/captcha/captcha.js?a=c&m=0", "uuid": "4d1f",
        ]
        #expect(
            web.challenge?.prompt
                == .widget(
                    CaptchaWidget(
                        provider: .init(rawValue: "human"), siteKey: "PXa1bC2dEf", page: Self.request.url,
                        parameters: parameters)))
        let app = try await SchemeTrial(
            [Self.human(.header("x-px-authorization"))], answer, to: Self.request, token: "2:x")
        #expect(app.lastRequest?.headerFields["X-PX-Authorization"] == "2:x")
        #expect(app.lastRequest?.headerFields["Cookie"] == Self.request.headerFields["Cookie"])
    }

    @Test(
        "HUMAN: with one of the members missing, without a body, or at another status, it is no captcha",
        arguments: [
            (#"{"jsClientSrc":"/i.js","blockScript":"/c.js"}"#, 403), (#"{"appId":"PX1","blockScript":"/c.js"}"#, 403),
            (#"{"appId":"PX1","jsClientSrc":"/i.js"}"#, 403), ("", 403),
            (#"{"error":{"appId":"PX1","jsClientSrc":"/i.js","blockScript":"/c.js"}}"#, 403),
            (#"{"appId":"PX1","jsClientSrc":"/i.js","blockScript":"/c.js"}"#, 200),
            (#"<html>"appId" "jsClientSrc" "blockScript"</html>"#, 403),
        ])
    func humanOther(body: String, status: Int) async throws {
        try await SchemeTrial.expectUntouched(
            [Self.human(.cookie("_px3"))], .json(body, status: status), to: Self.request)
    }
}
