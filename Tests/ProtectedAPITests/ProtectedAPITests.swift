import CaptchaRetry
import CaptchaRetryTesting
import CaptchaVerification
import Foundation
import Testing

@testable import ProtectedAPI

@Suite("ProtectedAPI", .timeLimit(.minutes(60)))
struct ProtectedAPITests {
    /// What was said. A stream, since several parts speak at once.
    private let said = AsyncStream<String>.makeStream()

    private var say: @Sendable (String) -> Void { { [said] in said.continuation.yield($0) } }

    private func lines() async -> [String] {
        said.continuation.finish()
        return await said.stream.reduce(into: []) { $0.append($1) }
    }

    /// An order with this token, at a shop whose provider answers so.
    private func order(
        token: String?, asking provider: UpstreamAnswer
    ) async throws -> (response: PlainResponse, asked: [UpstreamRequest]) {
        try await LoopbackUpstream.withUpstream { _ in
            provider
        } run: { provider in
            let shop = ShopAPI(verifier: ProtectedAPI.verifier(asking: provider.baseURL), say: say)
            let api = ScriptedUpstream { try await shop.answer($0) }
            let fields: HeaderFields = token.map { ["X-Captcha-Token": $0] } ?? [:]
            let order = UpstreamRequest(method: "POST", target: "/orders", headerFields: fields)
            let response = try await api.send(order)
            return (response, provider.requests)
        }
    }

    @Test("The order goes through after one captcha, and its token is refused the second time")
    func run() async {
        #expect(await ProtectedAPI.run(say: say) == 0)
        let lines = await lines()
        #expect(lines.filter { $0.hasPrefix("event") && $0.hasSuffix(": accepted") }.count == 1)
        #expect(lines.contains(#"client    got status 201: {"order":1}"#))
        #expect(lines.contains { $0.hasPrefix("api       verified the token: accepted (host 127.0.0.1:") })
        #expect(lines.contains("api       verified the token: rejected: used here before"))
        #expect(lines.contains { $0.hasPrefix("client    got status 403: ") })
    }

    @Test("Neither tokens nor the secret are printed")
    func secrets() async {
        _ = await ProtectedAPI.run(say: say)
        let text = await lines().joined()
        #expect(!text.contains("demo+") && !text.contains(DemoSmartCaptcha.secret.value))
    }

    @Test("Without a token, and with one that is no good, the shop challenges")
    func challenges() async throws {
        let failed = UpstreamAnswer.json(#"{"status":"failed","message":""}"#)
        for (token, questions) in [(nil, 0), ("", 0), ("bad", 1)] {
            let (response, asked) = try await order(token: token, asking: failed)
            #expect(response.status == 403)
            #expect(asked.count == questions)
            let request = PlainRequest(url: URL(string: "http://h/orders"))
            let challenge = ShopClient.scheme.challenge(in: response, to: request)
            guard case .widget(let widget)? = challenge?.prompt else {
                Issue.record("no widget")
                continue
            }
            #expect(widget.siteKey == DemoSmartCaptcha.siteKey && widget.provider == .smartCaptcha)
        }
    }

    @Test("The provider is told the person's address")
    func address() async throws {
        let ok = UpstreamAnswer.json(#"{"status":"ok","message":"","host":"127.0.0.1:80"}"#)
        let (response, asked) = try await order(token: "good", asking: ok)
        #expect(response.status == 201)
        #expect(asked.first?.form["ip"] == "127.0.0.1")
    }

    @Test("A token of another page is challenged anew")
    func otherHost() async throws {
        let ok = UpstreamAnswer.json(#"{"status":"ok","message":"","host":"evil.example"}"#)
        #expect(try await order(token: "good", asking: ok).response.status == 403)
    }

    @Test(
        "While the provider cannot be asked nobody is challenged in vain",
        arguments: [
            UpstreamAnswer.status(500), .html("<html>"),
            .json(#"{"status":"failed","message":"Authentication failed."}"#),
        ])
    func unable(answer: UpstreamAnswer) async throws {
        #expect(try await order(token: "good", asking: answer).response.status == 503)
    }

    @Test("The stand-in answers as SmartCaptcha's documentation has it")
    func standIn() async throws {
        let smartCaptcha = DemoSmartCaptcha()
        func validate(_ form: String) async -> String {
            let upstream = ScriptedUpstream { await smartCaptcha.answer($0) }
            let request = UpstreamRequest(method: "POST", target: "/validate", body: Data(form.utf8))
            return String(decoding: (try? await upstream.send(request).body) ?? Data(), as: UTF8.self)
        }
        let token = await smartCaptcha.pass(onPageOf: "shop.example")
        let escaped = try #require(token.addingPercentEncoding(withAllowedCharacters: .alphanumerics))
        let invalid = #"{"status":"failed","message":"Token invalid or expired."}"#
        #expect(await validate("token=\(escaped)").contains("Secret has not provided."))
        #expect(await validate("secret=guess&token=\(escaped)").contains("Authentication failed."))
        #expect(await validate("secret=ysc2_demo") == invalid)
        #expect(await validate("secret=ysc2_demo&token=guess") == invalid)
        let ok = await validate("secret=ysc2_demo&token=\(escaped)")
        #expect(ok == #"{"status":"ok","message":"","host":"shop.example"}"#)
        #expect(await validate("secret=ysc2_demo&token=\(escaped)") == invalid)
    }
}
