import CaptchaRetry
import CaptchaRetryTesting
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The places of a request that a token can go to.
enum TokenPlace: String, CaseIterable, Sendable {
    case header, query, form, json, cookie

    var scheme: TokenScheme {
        TokenScheme { token in
            switch self {
            case .header: .header("X-Captcha-Token", token)
            case .query: .query("captcha_token", token)
            case .form: .form("captcha_token", token)
            case .json: .json(["captcha", "token"], token)
            case .cookie: .cookie("captcha_token", token)
            }
        }
    }

    /// The token that a request carries in this place.
    func token(in request: UpstreamRequest) -> String? {
        switch self {
        case .header: request.headerFields["X-Captcha-Token"]
        case .query: request.query["captcha_token"]
        case .form: request.form["captcha_token"]
        case .json: request.json?["captcha"]?["token"]?.string
        case .cookie: request.cookies["captcha_token"]
        }
    }

    /// A request of a caller who knows nothing of captchas, to which a token can be added here.
    func request(_ path: String, of upstream: LoopbackUpstream) throws -> URLRequest {
        let headers = [
            "Content-Type": self == .json ? "application/json" : "application/x-www-form-urlencoded",
            "Authorization": "Bearer mine", "X-Own": "1", "Cookie": "own=1",
        ]
        return try .to(path, of: upstream, "POST", headers: headers, body: body)
    }

    var body: String { self == .json ? #"{"a": 1}"# : "a=1" }
}

extension UpstreamRequest {
    /// Whether the token stands anywhere in it, in any spelling.
    var carriesToken: Bool {
        let plain = everything.replacing(#"\/"#, with: "/")
        let decoded = plain.removingPercentEncoding ?? plain
        return [plain, decoded, decoded.removingPercentEncoding ?? decoded].contains { $0.contains("secret") }
    }
}
