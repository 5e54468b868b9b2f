import CaptchaRetryTesting
import CaptchaVerification
import Foundation

/// Both halves of a captcha on one machine: an API that challenges and verifies, and its client, which has the captcha
/// answered.
@main
struct ProtectedAPI {
    static func main() async {
        exit(await run { print($0) })
    }

    /// Places an order, tries its token a second time, and returns the exit status: 0 if the first went through and the
    /// second did not.
    static func run(say: @escaping @Sendable (String) -> Void) async -> Int32 {
        let smartCaptcha = DemoSmartCaptcha()
        let provider = LoopbackUpstream { await smartCaptcha.answer($0) }
        defer { provider.stop() }
        do {
            try provider.start()
            say("provider  \(provider.baseURL), stands in for SmartCaptcha")

            let shop = ShopAPI(verifier: verifier(asking: provider.baseURL), say: say)
            let api = LoopbackUpstream { try await shop.answer($0) }
            defer { api.stop() }
            try api.start()
            say("api       \(api.baseURL), takes no order without a captcha")

            let solver = PassingStub(provider: smartCaptcha)
            say("person    a stub, passes SmartCaptcha's widget at once")
            let client = ShopClient(baseURL: api.baseURL, solver: solver, say: say)
            return try await order(with: client, solver, say: say) ? 0 : 1
        } catch {
            say("error     \(error)")
            return 1
        }
    }

    /// The backend's verifier. It is made once, and used for all requests.
    static func verifier(asking provider: URL) -> some CaptchaVerifier {
        var settings = VerificationSettings()
        settings.checks.hosts = ["127.0.0.1"]
        // A provider that takes longer than the default has trouble; a busy machine that plays all parts may be well.
        settings.timeLimit = .seconds(600)
        return SmartCaptchaVerifier(
            secret: DemoSmartCaptcha.secret, endpoint: provider.appendingPathComponent("validate"), settings: settings
        ).acceptingEachTokenOnce()
    }

    private static func order(
        with client: ShopClient, _ solver: PassingStub, say: @Sendable (String) -> Void
    ) async throws -> Bool {
        say("client    orders tea")
        let first = try await client.order("tea")
        say("client    got status \(first.status): \(first.body)")

        say("client    orders coffee, with the same token")
        let second = try await client.order("coffee", tokenByHand: await solver.lastToken)
        say("client    got status \(second.status): \(second.body)")
        return first.status == 201 && second.status == 403
    }
}
