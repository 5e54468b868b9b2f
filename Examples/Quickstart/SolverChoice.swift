import CaptchaRetry
import CaptchaSolvers
import Foundation

/// Who answers, and why.
struct SolverChoice {
    var solver: any CaptchaSolver
    var explanation: String

    init(_ wish: Arguments.Solver?, input: Int32) {
        let isTerminal = isatty(input) == 1
        switch wish ?? (isTerminal ? .terminal : .stub) {
        case .terminal:
            solver = TerminalSolver(input: input)
            explanation = "terminal"
        case .stub:
            solver = PageReadingStub()
            explanation = "stub"
        }
        if wish != nil {
            explanation += ", as asked for"
        } else {
            explanation += ", since standard input is \(isTerminal ? "" : "not ")a terminal"
        }
    }
}
