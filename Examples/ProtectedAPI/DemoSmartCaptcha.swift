import CaptchaRetryTesting
import CaptchaVerification

/// Stands in for SmartCaptcha: its `/validate` answers as the documentation has it, and its widget lets everybody pass.
actor DemoSmartCaptcha {
    static let siteKey = "ysc1_demo"
    static let secret = SecretKey("ysc2_demo")

    /// Tokens that were not validated yet, with the host of the page on which the captcha was passed.
    private var hosts: [String: String] = [:]
    private var passes = 0

    /// Somebody passes the widget on a page of this host.
    ///
    /// - Returns: The token that the widget hands to the page.
    func pass(onPageOf host: String) -> String {
        passes += 1
        // With characters that do not survive careless encoding.
        let token = "demo+\(UInt64.random(in: .min ... .max))/\(passes)=="
        hosts[token] = host
        return token
    }

    func answer(_ request: UpstreamRequest) -> UpstreamAnswer {
        guard request.path == "/validate", request.method == "POST" else { return .status(404) }
        guard let secret = request.form["secret"] else {
            return failed("Authentication failed. Secret has not provided.")
        }
        guard secret == Self.secret.value else { return failed("Authentication failed.") }
        guard let token = request.form["token"], let host = hosts.removeValue(forKey: token) else {
            return failed("Token invalid or expired.")
        }
        return .json(#"{"status":"ok","message":"","host":"\#(host)"}"#)
    }

    private func failed(_ message: String) -> UpstreamAnswer {
        .json(#"{"status":"failed","message":"\#(message)"}"#)
    }
}
