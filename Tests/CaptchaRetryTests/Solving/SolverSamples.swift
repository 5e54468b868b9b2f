import CaptchaRetry
import CaptchaRetryTesting
import Foundation

extension CaptchaChallenge {
    /// A question.
    static func question(_ text: String) -> CaptchaChallenge {
        CaptchaChallenge(scheme: "test", prompt: .question(text))
    }

    /// One challenge of each kind.
    static let ofEachKind = [
        CaptchaPrompt.page(url("https://api.example/page")), .picture(url("https://api.example/picture")),
        .question("?"), .widget(CaptchaWidget(provider: .hCaptcha, siteKey: "k")),
        .hostedProcess(url("https://api.example/process"), reference: nil), .unanswerable("blocked"),
    ].map { CaptchaChallenge(scheme: "test", prompt: $0) }
}

extension CaptchaSolver {
    /// Solves a question in a task of its own.
    func start(_ text: String) -> Task<Result<String?, any Error>, Never> {
        Task {
            do { return .success(try await solve(.question(text)).value) } catch { return .failure(error) }
        }
    }
}

extension Result where Success == String?, Failure == any Error {
    /// The token, or the code of the error.
    var outcome: String {
        switch self {
        case .success(let token): token ?? "out of band"
        case .failure(let error): (error as? CaptchaHandlingError)?.code.description ?? "\(error)"
        }
    }
}

extension Gate {
    /// Suspends until the gate is open, whether or not the task is cancelled.
    func waitStubbornly() async {
        _ = await Task.detached { await self.wait() }.value
    }
}

extension StubSolver {
    /// A solver that can't show anything.
    static func declining(_ reason: String? = nil) -> StubSolver {
        StubSolver { _ in throw CaptchaHandlingError(.noSolverForPrompt, reason: reason) }
    }
}
