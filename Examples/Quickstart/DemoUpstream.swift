import CaptchaRetry
import CaptchaRetryTesting

/// An upstream shaped like VK's API, with one method, `wall.post`, that is behind a captcha.
actor DemoUpstream {
    private let challenge: Arguments.Challenge
    private var questions: [String: DemoPage.Question] = [:]
    /// Tokens of error 14, each good for one request.
    private var tokens: Set<String> = []
    /// Tokens of the header challenge, good until the end.
    private var domainTokens: Set<String> = []
    private var posts = 0

    init(challenge: Arguments.Challenge) { self.challenge = challenge }

    func answer(_ request: UpstreamRequest) -> UpstreamAnswer {
        switch request.path {
        case "/method/wall.post": post(request)
        case "/not_robot_captcha", "/challenge": page(request)
        default: .json(#"{"error":{"error_code":3,"error_msg":"Unknown method passed"}}"#)
        }
    }

    private func post(_ request: UpstreamRequest) -> UpstreamAnswer {
        let domainToken = request.headerFields["X-Challenge-Solution"] ?? ""
        if challenge != .error14, !domainTokens.contains(domainToken) {
            let url = "/challenge?session=\(newSession())"
            return .status(200, headerFields: ["X-Challenge": "required", "X-Challenge-Url": url])
        }
        let token = request.form["success_token"] ?? request.query["success_token"] ?? ""
        if challenge != .header, tokens.remove(token) == nil {
            let host = request.headerFields["Host"] ?? ""
            let url = "http://\(host)/not_robot_captcha?session=\(newSession())"
            return .json(
                """
                {"error":{"error_code":14,"error_msg":"Captcha needed","is_enabled_captcha":true,"redirect_uri":"\(url)"}}
                """)
        }
        posts += 1
        return .json(#"{"response":{"post_id":\#(posts)}}"#)
    }

    private func page(_ request: UpstreamRequest) -> UpstreamAnswer {
        let session = request.query["session"] ?? ""
        guard let question = questions[session] else { return .html(DemoPage.gone, status: 404) }
        guard request.method == "POST" else { return .html(DemoPage.asking(question, isRetry: false)) }
        guard request.form["answer"].flatMap({ Int($0) }) == question.sum else {
            let next = DemoPage.Question.random()
            questions[session] = next
            return .html(DemoPage.asking(next, isRetry: true))
        }
        questions[session] = nil
        let token = "demo-\(Self.random())"
        if request.path == "/challenge" { domainTokens.insert(token) } else { tokens.insert(token) }
        return .html(DemoPage.solved(token))
    }

    private func newSession() -> String {
        let session = Self.random()
        questions[session] = .random()
        return session
    }

    private static func random() -> String {
        String(UInt64.random(in: .min ... .max), radix: 16) + String(UInt64.random(in: .min ... .max), radix: 16)
    }
}
