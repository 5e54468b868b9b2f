import CaptchaRetry
import CaptchaRetryTesting
import CaptchaVerification

/// The backend: a shop that takes orders from people.
actor ShopAPI {
    private let verifier: any CaptchaVerifier
    private let say: @Sendable (String) -> Void
    private var orders = 0

    init(verifier: any CaptchaVerifier, say: @escaping @Sendable (String) -> Void) {
        self.verifier = verifier
        self.say = say
    }

    /// - Throws: `CancellationError` if the server stops meanwhile.
    func answer(_ request: UpstreamRequest) async throws -> UpstreamAnswer {
        guard request.method == "POST", request.path == "/orders" else { return .status(404) }
        guard let token = request.headerFields["X-Captcha-Token"] else { return Self.challenge }

        // The person's address as this server sees it. On loopback it can be no other.
        let verdict = try await verifier.verify(token, VerificationContext(remoteIP: "127.0.0.1"))
        say("api       verified the token: \(verdict)")
        if verdict.isAccepted {
            orders += 1
            return .json(#"{"order":\#(orders)}"#, status: 201)
        }
        // A new captcha helps whose token is no good, and nobody while the provider cannot be asked.
        return verdict.rejection != nil ? Self.challenge : .json(#"{"error":{"code":"try_later"}}"#, status: 503)
    }

    private static let challenge = UpstreamAnswer.json(
        #"{"error":{"code":"captcha_required","siteKey":"\#(DemoSmartCaptcha.siteKey)"}}"#, status: 403)
}
