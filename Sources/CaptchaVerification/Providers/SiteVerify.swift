import Foundation

/// The way of asking and answering that reCAPTCHA began and hCaptcha and Turnstile took up: a form with `secret` and
/// `response`, and an object with `success` and `error-codes`.
enum SiteVerify {
    /// Codes that all three have.
    static let codes = CodeTable(
        rejected: [
            "missing-input-response": .invalid,
            "invalid-input-response": .invalid,
            "timeout-or-duplicate": .expiredOrReused,
        ],
        unable: [
            "missing-input-secret": .misconfigured,
            "invalid-input-secret": .misconfigured,
            "bad-request": .misconfigured,
        ])

    /// Reads an answer. That a token is good is believed at status 200 only, a code also at the statuses of our faults.
    static func outcome(
        of response: VerificationResponse, codes table: CodeTable, details: (Answer) -> Verdict.Details = details
    ) -> Verdict.Outcome {
        let answer = Answer(response.body)
        guard let answer, let success: Bool = answer["success"] else { return .unable(.init(status: response.status)) }
        let codes = answer.codes("error-codes")
        var inability = Verdict.Inability(status: response.status)
        inability.codes = codes
        // Too many requests stay that, whatever new code it is said with.
        let isDecidedByCodes = inability.cause == .transient ? codes.contains(where: table.knows) : !codes.isEmpty
        switch response.status {
        case 200: return success ? .accepted(details(answer)) : table.outcome(of: codes, status: 200)
        case 400..<500 where !success && isDecidedByCodes: return table.outcome(of: codes, status: response.status)
        default: return .unable(inability)
        }
    }

    /// What all three say about a token.
    static func details(_ answer: Answer) -> Verdict.Details {
        Verdict.Details(
            host: answer.text("hostname"), app: answer.text("apk_package_name"), time: answer.time("challenge_ts"),
            score: answer["score"], action: answer.text("action"))
    }
}

extension URL {
    /// A URL that stands in the source. What stands behind it only saves a force unwrap.
    init(known text: StaticString) {
        self = URL(string: "\(text)") ?? URL(fileURLWithPath: "/")
    }
}
