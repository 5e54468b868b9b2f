import CaptchaRetry
import CaptchaSolvers
import Foundation

/// Who answers, and why.
struct SolverChoice {
    var solver: any CaptchaSolver
    var explanation: String

    /// - Parameters:
    ///   - wish: What the command line says.
    ///   - input: Where a person would type.
    ///   - hasScreen: Whether there is one to open a browser on.
    ///   - openBrowser: Opens the browser; the system's, if there is none.
    init(
        _ wish: Arguments.Solver?, input: Int32, hasScreen: Bool = SystemBrowser.isAvailable,
        openBrowser: (@Sendable (URL) async -> Bool)? = nil
    ) {
        let isTerminal = isatty(input) == 1
        let fitting: Arguments.Solver = isTerminal ? (hasScreen ? .browser : .terminal) : .stub
        switch wish ?? fitting {
        case .browser:
            solver = BrowserSolver(openBrowser: openBrowser)
            explanation = "browser"
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
            if isTerminal { explanation += " and there is \(hasScreen ? "a" : "no") screen" }
        }
    }
}
