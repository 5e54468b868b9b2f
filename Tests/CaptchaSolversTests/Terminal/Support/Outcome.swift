import CaptchaRetry
import CaptchaSolvers
import Foundation
import Testing

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// What a solver came to, in a form that can be compared.
enum Outcome: Equatable {
    case token(String?)
    case failed(CaptchaHandlingError.Code, String? = nil)

    static let nothingToRead = failed(.noSolverForPrompt, "the input is not a terminal and has nothing to read")
}

extension CaptchaSolver {
    func outcome(_ challenge: CaptchaChallenge = .question("2 + 2?")) async -> Outcome {
        do throws(CaptchaHandlingError) {
            return .token(try await solve(challenge).value)
        } catch {
            return .failed(error.code, error.reason)
        }
    }
}

extension CaptchaChallenge {
    static func question(_ text: String, round: Int = 1, refusal: String? = nil) -> CaptchaChallenge {
        CaptchaChallenge(scheme: "test", prompt: .question(text), round: round, refusal: refusal)
    }
}

/// A file with this text, open for reading. It has no name any more and is gone when it is closed.
func openFile(_ bytes: some Sequence<UInt8>) throws -> FileHandle {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("answers-\(UUID().uuidString)")
    try Data(bytes).write(to: url)
    defer { try? FileManager.default.removeItem(at: url) }
    return try FileHandle(forReadingFrom: url)
}

/// How a prompt ends at a terminal; the cursor stands behind it.
let promptEnd = "gives up.\n> "
