import CaptchaRetry
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Stands in for the person when nobody is there: opens the demo's page, works out its question, sends the answer by
/// the page's form, and reads the token off the next page.
///
/// It works because the demo asks for sums. Nothing of the kind is part of the package.
struct PageReadingStub: CaptchaSolver {
    func solve(_ challenge: CaptchaChallenge) async throws(CaptchaHandlingError) -> CaptchaToken {
        guard case .page(let url) = challenge.prompt else { throw CaptchaHandlingError(.noSolverForPrompt) }
        do {
            let question = try await DemoPage.question(in: text(URLRequest(url: url)))
            var form = URLRequest(url: url)
            form.httpMethod = "POST"
            form.setValue("application/x-www-form-urlencoded", forHTTPHeaderField: "Content-Type")
            form.httpBody = Data("answer=\(question.sum)".utf8)
            return try await CaptchaToken(DemoPage.token(in: text(form)))
        } catch let error as CaptchaHandlingError {
            throw error
        } catch {
            throw CaptchaHandlingError(.solverFailed, underlying: error)
        }
    }

    private func text(_ request: URLRequest) async throws -> String {
        String(decoding: try await URLSession.shared.data(for: request).0, as: UTF8.self)
    }
}
