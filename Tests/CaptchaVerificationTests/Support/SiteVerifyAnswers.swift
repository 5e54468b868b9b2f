import CaptchaVerification

/// Answers that reCAPTCHA, hCaptcha and Turnstile share.
enum SiteVerifyAnswers {
    static let good = #"{"success":true,"challenge_ts":"2025-01-01T12:00:00Z","hostname":"shop.example"}"#

    static let all = [
        DocumentedAnswer(good, .accepted),
        DocumentedAnswer(#"{"success":true}"#, .accepted),
        DocumentedAnswer(#"{"success":true,"hostname":7,"challenge_ts":[],"error-codes":{}}"#, .accepted),
        refusal("missing-input-secret", .unable(.misconfigured)),
        refusal("invalid-input-secret", .unable(.misconfigured)),
        refusal("bad-request", .unable(.misconfigured)),
        refusal("missing-input-response", .rejected(.invalid)),
        refusal("invalid-input-response", .rejected(.invalid)),
        refusal("timeout-or-duplicate", .rejected(.expiredOrReused)),
        refusal("a-new-code", .rejected(.unspecified)),
        refusal("", .rejected(.unspecified)),
        // What is said of the token decides, so that no policy lets it through.
        refusal(#"bad-request","timeout-or-duplicate"#, .rejected(.expiredOrReused)),
        refusal(#"a-new-code","bad-request"#, .unable(.misconfigured)),
        DocumentedAnswer(#"{"success":false}"#, .rejected(.unspecified)),
        DocumentedAnswer(#"{"success":false,"error-codes":[]}"#, .rejected(.unspecified)),
        DocumentedAnswer(#"{"success":false,"error-codes":7}"#, .rejected(.unspecified)),
        DocumentedAnswer(#"{"success":false,"error-codes":"bad-request"}"#, .unable(.misconfigured)),
        DocumentedAnswer(
            #"{"success":false,"error-codes":["invalid-input-response"]}"#, status: 400, .rejected(.invalid)),
        DocumentedAnswer(
            #"{"success":false,"error-codes":["invalid-input-secret"]}"#, status: 401, .unable(.misconfigured)),
        DocumentedAnswer(#"{"success":false}"#, status: 429, .unable(.transient)),
        DocumentedAnswer(
            #"{"success":false,"error-codes":["a-new-code"]}"#, status: 429, .unable(.transient)),
        DocumentedAnswer(
            #"{"success":false,"error-codes":["timeout-or-duplicate"]}"#, status: 429, .rejected(.expiredOrReused)),
        DocumentedAnswer(
            #"{"success":false,"error-codes":["a-new-code"]}"#, status: 400, .rejected(.unspecified)),
        DocumentedAnswer(#"{"success":true}"#, status: 400, .unable(.misconfigured)),
        DocumentedAnswer(
            #"{"success":false,"error-codes":["invalid-input-response"]}"#, status: 500, .unable(.transient)),
        DocumentedAnswer(#"{"success":"true"}"#, .unable(.malformedAnswer)),
        DocumentedAnswer(#"{"success":1}"#, .unable(.malformedAnswer)),
        DocumentedAnswer(#"{"success":null}"#, .unable(.malformedAnswer)),
        DocumentedAnswer(#"{"status":"ok"}"#, .unable(.malformedAnswer)),
    ]

    static func refusal(_ code: String, _ landing: Landing) -> DocumentedAnswer {
        DocumentedAnswer(#"{"success":false,"error-codes":["\#(code)"]}"#, landing)
    }
}
