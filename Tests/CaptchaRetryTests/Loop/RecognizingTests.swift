import CaptchaRetry
import CaptchaRetryTesting
import Foundation
import Testing

@Suite("A client that throws typed errors and takes the token as an argument")
struct RecognizingTests {
    private struct ShopError: Error, Equatable {
        var scheme: String?
    }

    private static func challenge(_ error: any Error) -> CaptchaChallenge? {
        (error as? ShopError)?.scheme.map { CaptchaChallenge(scheme: $0, prompt: .question("2 + 2")) }
    }

    @Test("Its operation runs again with the answer, and what it returns is returned")
    func answered() async throws {
        let solver = StubSolver(token: "4")
        let retry = CaptchaRetry(schemes: [], solver: solver)
        let result = try await retry.perform(recognizing: Self.challenge) { answer in
            guard answer?.token.value == "4" else { throw ShopError(scheme: "shop") }
            return "bought"
        }
        #expect(result == "bought")
        #expect(solver.told.map(\.outcome) == [.accepted])
    }

    @Test("Other errors are thrown as they are")
    func otherErrors() async {
        let solver = StubSolver(token: "4")
        let retry = CaptchaRetry(schemes: [], solver: solver)
        await #expect(throws: ShopError()) {
            try await retry.perform(recognizing: Self.challenge) { _ in throw ShopError() }
        }
        await #expect(throws: ShopError()) {
            try await retry.perform(recognizing: Self.challenge) { answer in
                throw ShopError(scheme: answer == nil ? "shop" : nil)
            }
        }
        #expect(solver.told.map(\.outcome) == [.undetermined])
    }

    @Test(
        "A challenge that cannot be answered is thrown as the error that it was; one that is not is the underlying error"
    )
    func unanswered() async {
        let retry = CaptchaRetry(schemes: [], solver: StubSolver([.failure(.init(.dismissed))]))
        await #expect(throws: ShopError(scheme: "shop")) {
            try await retry.perform {
                Self.challenge($0).map { CaptchaChallenge(scheme: $0.scheme, prompt: .unanswerable("no")) }
            } operation: { _ in
                throw ShopError(scheme: "shop")
            }
        }
        let error = await captchaError {
            try await retry.perform(recognizing: Self.challenge) { _ in throw ShopError(scheme: "shop") }
        }
        #expect(error?.code == .dismissed && error?.underlying as? ShopError == ShopError(scheme: "shop"))
    }

    @Test("Rule 10: with two schemes in turn the operation gets both answers, and there is a bound")
    func twoSchemes() async throws {
        let solver = StubSolver { try CaptchaToken($0.scheme) }
        let retry = CaptchaRetry(schemes: [], solver: solver)
        let tokens = try await retry.perform(recognizing: Self.challenge) { answer in
            let tokens = ((answer?.earlier ?? []) + (answer.map { [$0] } ?? [])).compactMap(\.token.value)
            for scheme in ["a", "b"] where !tokens.contains(scheme) { throw ShopError(scheme: scheme) }
            return tokens
        }
        #expect(tokens == ["a", "b"])
        let error = await captchaError {
            try await retry.perform(recognizing: Self.challenge) { _ in throw ShopError(scheme: "c") }
        }
        #expect(error?.code == .stillChallenged && solver.asked.count == 5)
    }
}
