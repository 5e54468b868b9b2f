import CaptchaRetry
import CaptchaRetryTesting

/// A sum or a difference, as ConfirmEdit asks for it: `64+0`, `47−8`, `44−0 =`.
struct Arithmetic {
    struct Unreadable: Error {
        var question: String
    }

    let answer: Int

    init(_ question: String) throws {
        let digits = question.split { !("0"..."9").contains($0) }.compactMap { Int($0) }
        guard digits.count == 2 else { throw Unreadable(question: question) }
        if question.contains("+") {
            answer = digits[0] + digits[1]
        } else if question.contains("\u{2212}") || question.contains("-") {
            answer = digits[0] - digits[1]
        } else {
            throw Unreadable(question: question)
        }
    }
}

extension StubSolver {
    /// Computes the answers, and is wrong by `error` in each round.
    static func computing(error: @escaping @Sendable (_ round: Int) -> Int = { _ in 0 }) -> StubSolver {
        StubSolver { challenge in
            guard case .question(let question) = challenge.prompt else {
                throw CaptchaHandlingError(.noSolverForPrompt, challenge: challenge)
            }
            let answer = try Arithmetic(question).answer + error(challenge.round)
            print("mediawiki > \(question) … \(answer)")
            return try CaptchaToken(String(answer))
        }
    }
}
