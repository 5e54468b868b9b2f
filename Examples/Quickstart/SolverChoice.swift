import CaptchaRetry
import CaptchaSolvers
import Foundation

/// Who answers, and why.
struct SolverChoice {
    var solver: any CaptchaSolver
    var explanation: String

    init(_ wish: Arguments.Solver?) {
        let isTerminal = isatty(STDIN_FILENO) == 1
        switch (wish, isTerminal) {
        case (.terminal, _):
            self.init(TerminalSolver(), "terminal, as asked for")
        case (.stub, _):
            self.init(PageReadingStub(), "stub, as asked for")
        case (nil, true):
            self.init(TerminalSolver(), "terminal: open the page in a browser and paste its token here")
        case (nil, false):
            self.init(PageReadingStub(), "stub, since standard input is not a terminal")
        }
    }

    private init(_ solver: any CaptchaSolver, _ explanation: String) {
        self.solver = solver
        self.explanation = explanation
    }
}
