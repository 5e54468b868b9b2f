import CaptchaRetry
import CaptchaRetryURLSession
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A client of the shop, as anybody would write it.
struct ShopClient {
    /// What the shop's captcha error looks like, what it asks, and where the token goes.
    static let scheme = JSONScheme(
        "shop", statuses: [403],
        mark: .json(["error", "code"], equals: "captcha_required"),
        prompt: .widget(.smartCaptcha, siteKey: ["error", "siteKey"], page: "/captcha"),
        token: .header("X-Captcha-Token"))

    private let baseURL: URL
    /// All that the client has to do with captchas.
    private let session: CaptchaRetryingSession
    /// The same without it, for the demonstration.
    private let bareSession: CaptchaRetryingSession

    init(baseURL: URL, solver: any CaptchaSolver, say: @escaping @Sendable (String) -> Void) {
        self.baseURL = baseURL
        let retry = CaptchaRetry(schemes: [Self.scheme], solver: solver) { say("event     \($0)") }
        let configuration = URLSessionConfiguration.default
        // An API that is silent for a minute, the default, has trouble; a busy machine that plays all parts may be well.
        configuration.timeoutIntervalForRequest = 600
        session = CaptchaRetryingSession(configuration: configuration, retry: retry)
        bareSession = CaptchaRetryingSession(
            configuration: configuration, retry: CaptchaRetry(schemes: [], solver: solver))
    }

    /// Places an order.
    ///
    /// - Parameter token: Sent as it is, once; without it captchas are handled.
    func order(_ item: String, tokenByHand token: String? = nil) async throws -> (status: Int, body: String) {
        var request = URLRequest(url: baseURL.appendingPathComponent("orders"))
        request.httpMethod = "POST"
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        request.httpBody = try JSONEncoder().encode(["item": item])
        if let token { request.setValue(token, forHTTPHeaderField: "X-Captcha-Token") }
        let (data, response) = try await (token == nil ? session : bareSession).data(for: request)
        return ((response as? HTTPURLResponse)?.statusCode ?? 0, String(decoding: data, as: UTF8.self))
    }
}
