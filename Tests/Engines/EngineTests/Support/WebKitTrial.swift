import CaptchaRetry
import CaptchaRetryTesting
import CaptchaSolvers
import Foundation

/// A captcha page in a real web view, with a stand-in for the provider's script on loopback.
@MainActor
struct WebKitTrial {
    let view: WebKitView
    let clock = ManualClock()
    let provider: LoopbackUpstream

    /// Runs a test with a provider that answers by a rule: by default with its ``ProviderStandIns``.
    static func run(
        isTagged: Bool = false, keepsPage: Bool = false,
        answering rule: @escaping UpstreamRule = ProviderStandIns.answer,
        _ body: (WebKitTrial) async throws -> Void
    ) async throws {
        try await LoopbackUpstream.withUpstream(rule) { provider in
            let view = try WebKitView(isTagged: isTagged, keepsPage: keepsPage)
            try await body(WebKitTrial(view: view, provider: provider))
            await view.settle()
        }
    }

    var options: PageOptions {
        var options = PageOptions()
        options.hosts = hosts
        return options
    }

    var hosts: WidgetHosts {
        var hosts = WidgetHosts()
        guard let host = WidgetHost(provider.baseURL) else { return hosts }
        (hosts.smartCaptcha, hosts.reCAPTCHA, hosts.hCaptcha) = (host, host, host)
        (hosts.turnstile, hosts.friendlyCaptcha) = (host, host)
        return hosts
    }

    /// The page that pages with a widget pretend to be.
    static var base: URL { URL(string: "http://shop.example/login") ?? URL(fileURLWithPath: "/") }

    func smartCaptcha(
        _ siteKey: String = "ysc1_key", _ configure: (inout SmartCaptchaParameters) -> Void = { _ in }
    ) throws -> CaptchaPage {
        var parameters = SmartCaptchaParameters(siteKey: siteKey)
        configure(&parameters)
        return try .smartCaptcha(parameters, baseURL: Self.base, options: options)
    }

    /// Starts a session with a page.
    func start(_ page: CaptchaPage, isLoaded: Bool = false) -> Task<String, Never> {
        let session = PageSession(page, in: view, isLoaded: isLoaded, clock: clock)
        return Task {
            do throws(CaptchaHandlingError) {
                return try await session.token().value ?? "out of band"
            } catch {
                return "\(error.code)" + (error.reason.map { ": \($0)" } ?? "")
            }
        }
    }

    /// Lets time pass, once so many limits are running.
    func pass(_ duration: Duration, sleepers: Int) async {
        await clock.waitForSleepers(sleepers)
        clock.advance(by: duration)
    }
}
